// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/failures/failuremodel.h"
#include "widgets/query/projectreader.h"
#include "widgets/workspace/lazyview.h"
#include "widgets/workspace/runchoice.h"

class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;

namespace knobscope {

class RowDelegate;
class ShareDelegate;

/// Why trials of a run failed: groups by stage and reason, an example of each, and the knob that explains it, with what can be
/// done about it. Choosing a group chooses its trials in all views.
class FailuresView : public LazyView
{
    Q_OBJECT
public:
    explicit FailuresView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    FailureModel& model() { return m_model; }
    QTableView& table() { return *m_table; }
    QPushButton& showButton() { return *m_show; }
    QPushButton& constrainButton() { return *m_constrain; }
    QString explanation() const;
    QString told() const;
    /// The row of the group that the trial under the pointer belongs to; -1: none.
    int hoveredGroup() const;
    /// The run that is looked at; 0: none.
    qint64 run() const;

signals:
    /// The groups are those of what was asked last.
    void settled();

protected:
    void refresh() override;

private:
    QWidget* makeDetail();
    void fillRuns();
    void chooseRun(qint64 run);
    void reload();
    void reloadSoon();
    void take(FailureReport report);
    void shareGroup();
    void followSelection();
    void showHovered();
    void showGroup();
    void showTrials();
    void addConstraint();
    std::optional<TunedRun> tunedRun();
    const FailureGroup* current() const;

    FailureModel m_model;
    ProjectReader m_reader;
    ActionRegistry* m_registry = nullptr;
    RunChoice* m_runs;
    QLabel* m_summary;
    QTableView* m_table;
    RowDelegate* m_rows;
    ShareDelegate* m_shares;
    QLabel* m_empty;
    QWidget* m_content;
    QStackedLayout* m_stack;
    QLabel* m_explanation;
    QLabel* m_example;
    QLabel* m_told;
    QPushButton* m_show;
    QPushButton* m_constrain;
    bool m_isFollowing = false;
};

} // namespace knobscope
