// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/trials/trialexporter.h"
#include "widgets/trials/trialtable.h"
#include "widgets/workspace/view.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;
class QToolButton;

namespace knobscope {

class FilterBar;

/// All trials of the project as a table: filters above, what is shown and what can be done with it below.
class TrialsView : public View
{
    Q_OBJECT
public:
    explicit TrialsView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override { return m_table->saveState(); }
    void restoreState(const QJsonObject& state) override { m_table->restoreState(state); }

    TrialTable& table() { return *m_table; }
    TrialModel& model() { return m_model; }
    FilterBar& filterBar() { return *m_bar; }
    QString status() const;
    /// Writes what the table shows, in its order; says in the status line how it went.
    void exportTo(ExportFormat format, const QString& path);
    /// The menu of a cell: what can be done with its value and with the chosen rows. The caller owns it.
    QMenu* cellMenu(const QModelIndex& index);

signals:
    void exported();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeFoot();
    void askWhere(ExportFormat format);
    void showState();
    void tell(const QString& sentence);
    void selectAllWith(const TrialFilter& filter);
    void bringToFront();

    TrialModel m_model;
    TrialExporter m_exporter;
    ProjectReader m_reader; ///< for "select all with this value"
    FilterBar* m_bar;
    TrialTable* m_table;
    QLabel* m_empty;
    QPushButton* m_showAll;
    QWidget* m_page;
    QStackedLayout* m_stack;
    QLabel* m_count;
    QLabel* m_told;
    QTimer m_toldLong; ///< ends what was told
    QProgressBar* m_progress;
    QToolButton* m_cancel;
    QToolButton* m_export;
};

} // namespace knobscope
