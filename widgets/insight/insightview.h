// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"
#include "widgets/query/projectreader.h"
#include "widgets/workspace/runchoice.h"
#include "widgets/workspace/view.h"

#include <QLabel>

class QCheckBox;
class QTabWidget;

namespace knobscope {

class ImportancePanel;
class NeighboursPanel;
class PageOrSentence;
class ParallelPlot;
class RooflinePanel;
class SlicePanel;

/// What the trials of a task say of its knobs: parallel coordinates, importance, slices, neighbours of the best, roofline. Trials
/// are read and the importance is worked out in threads of their own; what is not seen is not worked out.
class InsightView : public LazyView
{
    Q_OBJECT
public:
    explicit InsightView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    /// The run whose task is shown; 0: none.
    qint64 run() const { return m_run->run(); }
    void setRun(qint64 run) { m_run->setRun(run); }
    /// What is shown now: the filtered trials.
    const std::shared_ptr<const TrialSet>& trials() const { return m_shown; }
    ParallelPlot& parallel() { return *m_parallel; }
    ImportancePanel& importance() { return *m_importance; }
    SlicePanel& slices() { return *m_slices; }
    NeighboursPanel& neighbours() { return *m_neighbours; }
    RooflinePanel& roofline() { return *m_roofline; }
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
    void take(std::shared_ptr<const TrialSet> all);
    void applyFilters();
    void showTab();
    void workOutImportance();
    void followSelection();
    void showSelection();
    void selectBrushed();
    void showHovered();
    void showStatus();
    void savePicture();
    /// Position in what is shown; -1 when it is not.
    int positionOf(TrialRef trial) const;

    std::shared_ptr<const TrialSet> m_all;
    std::shared_ptr<const TrialSet> m_shown;
    ProjectReader m_reader;
    std::function<void()> m_whenRead; ///< what a person wanted of trials that are being read
    LatestWork m_importanceJob;
    bool m_isSelecting = false; ///< the selection's change is our own
    std::vector<bool> m_isTabCurrent; ///< by tab: it shows what m_shown holds

    PageOrSentence* m_pages = nullptr;
    RunChoice* m_run = nullptr;
    QCheckBox* m_allRuns = nullptr;
    QLabel* m_status = nullptr;
    QTabWidget* m_tabs = nullptr;
    ParallelPlot* m_parallel = nullptr;
    ImportancePanel* m_importance = nullptr;
    SlicePanel* m_slices = nullptr;
    NeighboursPanel* m_neighbours = nullptr;
    RooflinePanel* m_roofline = nullptr;
};

} // namespace knobscope
