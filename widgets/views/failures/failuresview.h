// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/failuregroups.h"
#include "widgets/base/projectreader.h"
#include "widgets/controls/rowdelegate.h"
#include "widgets/project/runchoice.h"
#include "widgets/project/view.h"

#include <QLabel>
#include <QTableView>

class QPushButton;

namespace knobscope {

class PlaceholderStack;

/// The groups of a failure report, largest first. Shares sort as numbers from 0 to 1.
class FailureModel : public CellTable
{
    Q_OBJECT
public:
    enum Column { Stage, Reason, Count, Share, Explanation };

    FailureModel() { setReport({}); }
    void setReport(FailureReport report);
    const FailureReport& report() const { return m_report; }
    const FailureGroup* group(int row) const;
    /// The group of a trial; -1 if it did not fail or belongs to another run.
    int rowOf(TrialRef trial) const;

private:
    FailureReport m_report;
};

/// Explains why trials of a run failed: groups by stage and reason, with an example, the knob that explains them and possible
/// remedies. Choosing a group selects its trials in all views.
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
    QString explanation() const { return m_explanation->text(); }
    QString message() const { return m_message->isHidden() ? QString() : m_message->text(); }
    /// The row of the group of the trial under the pointer; -1: none.
    int hoveredGroup() const { return m_rows->hovered(); }
    /// The run that is shown; 0: none.
    qint64 run() const { return m_runs->run(); }

protected:
    void refresh() override;

private:
    QWidget* makeDetail();
    void fillRuns();
    void chooseRun(qint64 run);
    void reload();
    void reloadSoon() { m_reader.isBusy() ? markStale() : refreshSoon(); }
    void showReport(FailureReport report);
    void shareGroup();
    void followSelection();
    void showHovered();
    void showGroup();
    void showTrials();
    void addConstraint();
    bool isOpen(const Task* tuned) const;
    std::optional<TunedRun> tunedRun();
    const FailureGroup* current() const { return m_model.group(m_table->currentIndex().row()); }

    FailureModel m_model;
    ProjectReader m_reader;
    ActionRegistry* m_registry = nullptr;
    RunChoice* m_runs;
    QLabel* m_summary;
    QTableView* m_table;
    RowDelegate* m_rows;
    QWidget* m_content;
    PlaceholderStack* m_pages;
    QLabel* m_explanation;
    QLabel* m_example;
    QLabel* m_message;
    QPushButton* m_show;
    QPushButton* m_constrain;
    bool m_isFollowing = false;
};

} // namespace knobscope
