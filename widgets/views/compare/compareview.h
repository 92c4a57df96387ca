// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/latestwork.h"
#include "widgets/controls/rowdelegate.h"
#include "widgets/controls/summarytext.h"
#include "widgets/project/view.h"
#include "widgets/views/compare/comparedrunsmodel.h"
#include "widgets/views/compare/comparisonplots.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QTabWidget;

namespace knobscope {

class Headline;
class PlaceholderStack;

/// Compares runs of the open project, of other project files and of AutoTVM logs. Reading and statistics run in threads of
/// their own. Runs are compared completely: filters do not apply.
class CompareView : public LazyView
{
    Q_OBJECT
public:
    explicit CompareView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    ComparedRunsModel& runs() { return m_runs; }
    /// The sentences below the headline.
    QString verdict() const { return m_verdict->toPlainText(); }
    PlotCanvas& progress() { return *m_progress; }
    /// Row of the run of the hovered trial; -1: none.
    int hoveredRow() const { return m_runRows->hovered(); }

public slots:
    /// Adds the runs of a project file or a log; reports an error for other files.
    void addFile(const QString& path);

protected:
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeRunList();
    QWidget* makeResults();
    QWidget* makeControls();
    void connectWorkspace();
    void readFiles();
    void compareSoon();
    void compare();
    void setComparison(Comparison comparison, std::vector<ComparedRun> runs);
    void showTasks();
    void showTask();
    void showHeadline(const TaskComparison& task);
    void enableMissingRuns();
    void runMissingSeeds();
    QString excludedText(const TaskComparison& task) const;
    void showHovered();
    void askForFiles();
    void removeChosenFile();
    void savePicture();
    void chooseBestOf(int row);
    const TaskComparison* task() const;
    ComparisonPlotOptions plotOptions() const;

    ComparedRunsModel m_runs;
    Comparison m_comparison;
    std::vector<ComparedRun> m_compared; ///< runs that m_comparison refers to by index
    ComparisonPlots m_plots;
    CellTable m_groups;
    CellTable m_reach;
    CellTable m_wins;
    CellTable m_diff;
    LatestWork m_projectJob;
    LatestWork m_filesJob;
    LatestWork m_compareJob;
    QStringList m_pendingFiles;
    QStringList m_restoredFiles; ///< files that were open in the last session: not an explicit request

    PlaceholderStack* m_pages = nullptr;
    QTableView* m_runList = nullptr;
    RowDelegate* m_runRows = nullptr;
    Headline* m_headline = nullptr;
    QPushButton* m_runMissing = nullptr;
    SummaryText* m_verdict = nullptr;
    QLabel* m_note = nullptr;
    QComboBox* m_task = nullptr;
    QComboBox* m_x = nullptr;
    QComboBox* m_y = nullptr;
    QCheckBox* m_logX = nullptr;
    QTabWidget* m_tabs = nullptr;
    PlotCanvas* m_progress = nullptr;
    PlotCanvas* m_distribution = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace knobscope
