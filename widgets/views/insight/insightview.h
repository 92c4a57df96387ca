// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/trialset.h"
#include "widgets/base/projectreader.h"
#include "widgets/project/runchoice.h"
#include "widgets/project/view.h"

#include <QLabel>

class QCheckBox;
class QTabWidget;

namespace knobscope {

class ImportancePanel;
class NeighboursPanel;
class PlaceholderStack;
class ParallelPlot;
class RooflinePanel;
class RunFindingsPanel;
class SlicePanel;

/// Analysis of a task's knobs by its trials: parallel coordinates, importance, slices, neighbours of the best, roofline. Reads
/// trials and computes the importance in threads of its own, and only if they are visible.
class InsightView : public LazyView
{
    Q_OBJECT
public:
    explicit InsightView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    /// Run whose task is shown; 0: none.
    qint64 run() const { return m_run->run(); }
    void setRun(qint64 run) { m_run->setRun(run); }
    /// Trials shown: those that pass the filters.
    const std::shared_ptr<const TrialSet>& trials() const { return m_shown; }
    ParallelPlot& parallel() { return *m_parallel; }
    ImportancePanel& importance() { return *m_importance; }
    SlicePanel& slices() { return *m_slices; }
    NeighboursPanel& neighbours() { return *m_neighbours; }
    RooflinePanel& roofline() { return *m_roofline; }
    RunFindingsPanel& findings() { return *m_findings; }
    QTabWidget& tabs() { return *m_tabs; }
    QString status() const { return m_status->text(); }

protected:
    void refresh() override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makePage();
    void connectWorkspace();
    void connectParallel();
    void showRuns();
    void setAllTrials(std::shared_ptr<const TrialSet> all);
    void applyFilters();
    void showTab();
    void computeImportance();
    void followSelection();
    void showSelection();
    void selectBrushed();
    void showHovered();
    void showStatus();
    void savePicture();
    /// Position in the trials shown; -1 if absent.
    int positionOf(TrialRef trial) const;

    std::shared_ptr<const TrialSet> m_all;
    std::shared_ptr<const TrialSet> m_shown;
    ProjectReader m_reader;
    std::function<void()> m_onRead; ///< user action that waits for trials being read
    LatestWork m_importanceJob;
    bool m_isSelecting = false; ///< we are changing the selection
    std::vector<bool> m_isTabCurrent; ///< by tab: it shows m_shown

    PlaceholderStack* m_pages = nullptr;
    RunChoice* m_run = nullptr;
    QCheckBox* m_allRuns = nullptr;
    QLabel* m_status = nullptr;
    QTabWidget* m_tabs = nullptr;
    ParallelPlot* m_parallel = nullptr;
    ImportancePanel* m_importance = nullptr;
    SlicePanel* m_slices = nullptr;
    NeighboursPanel* m_neighbours = nullptr;
    RooflinePanel* m_roofline = nullptr;
    RunFindingsPanel* m_findings = nullptr;
};

} // namespace knobscope
