// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotcanvas.h"
#include "widgets/project/view.h"
#include "widgets/views/speed/plottedruns.h"

#include <cstdint>
#include <optional>

class QCheckBox;
class QComboBox;
class QListView;

namespace knobscope {

class ElidedLabel;
class PlaceholderStack;

/// Plots every trial of the ticked runs as a point and the best so far as a line, over trial or time, as GFLOPS, time or
/// percent, linear or logarithmic. Repaints at most 20 times a second. PlottedRuns provides the data. GUI thread only.
class SpeedView : public LazyView
{
    Q_OBJECT
public:
    explicit SpeedView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    /// Over the runs shown.
    const PlottedRuns& runs() const { return m_runs; }
    qsizetype trialCount() const { return m_runs.trialCount(); }
    double bestGflops() const { return m_runs.bestGflops(); }
    void showRuns(std::set<int64_t> runs) { m_runs.list().setShown(std::move(runs)); }
    void setAxes(XAxis x, YAxis y, bool isLog);
    const ChartScale& scale() const { return m_runs.scale(); }
    /// Zooms to an area until resetZoom().
    void zoomTo(const QRectF& area) { m_canvas->zoomTo(area); }
    void resetZoom() { m_canvas->showAll(); }
    bool isZoomed() const { return m_canvas->isZoomed(); }
    PlotCanvas& canvas() { return *m_canvas; }
    /// Position of a trial in pixels of the canvas; nullopt if it is not shown.
    std::optional<QPointF> pixelOf(TrialRef trial);

protected:
    void changeEvent(QEvent* event) override;
    void refresh() override;

private:
    void makeControls();
    void bindState();
    void offerAxes();
    void readControls();
    void makeActions();
    QAction* addAction(const char* id, const QString& text, const QKeySequence& shortcut, const char* icon,
                       const std::function<void()>& trigger);
    void showScale();
    void describe();
    void selectAdjacent(int direction);
    QString readoutOf(TrialRef trial) const;
    QString readoutAt(QPointF place) const;
    void showAxes(const std::vector<PlotSeries>& series);
    void showTrials();
    void filterToVisibleTime();

    PlottedRuns m_runs;
    PlotCanvas* m_canvas;
    QComboBox* m_xChoice;
    QComboBox* m_yChoice;
    QCheckBox* m_log;
    QListView* m_list;
    QCheckBox* m_allTasks;
    std::optional<bool> m_wasTicked; ///< check state of the run whose text was pressed
    QWidget* m_toolbar;
    ElidedLabel* m_note; ///< what is hidden or not loaded yet
    PlaceholderStack* m_pages;
    std::vector<QAction*> m_actions;
};

} // namespace knobscope
