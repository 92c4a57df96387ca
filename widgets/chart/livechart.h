// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/chartcanvas.h"
#include "widgets/chart/plottedrun.h"
#include "widgets/chart/runlistmodel.h"
#include "widgets/workspace/lazyview.h"

#include <cstdint>
#include <map>

class QCheckBox;
class QComboBox;
class QListView;
class QSplitter;
class QStackedLayout;

namespace knobscope {

class OutcomeLegend;

/// Every trial of the ticked runs as a point, with the best so far as a line: over trial or time, as GFLOPS, time or percent,
/// linear or logarithmic. Reads new trials from the project as they come and repaints at most 20 times a second, thinned to what
/// the pixels can show. GUI thread only; long runs are read in a thread of their own.
class LiveChart : public LazyView
{
    Q_OBJECT
public:
    explicit LiveChart(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    /// Of the runs shown.
    qsizetype trialCount() const;
    double bestGflops() const;
    void showRuns(std::set<int64_t> runs) { m_runs->setShown(std::move(runs)); }
    void setAxes(XAxis x, YAxis y, bool isLog);
    const ChartScale& scale() const { return m_scale; }
    /// Percent of peak needs the machine's measured peak ("machine/peakGflops" in the settings).
    bool isAvailable(YAxis y) const;
    /// Shows a part of the plane until resetZoom().
    void zoomTo(const QRectF& area);
    void resetZoom();
    bool isZoomed() const { return m_zoom.has_value(); }
    /// The picture as on screen: *.svg as vectors, anything else as PNG.
    Result<void> exportTo(const QString& path);
    ChartCanvas& canvas() { return *m_canvas; }
    /// Where a trial is drawn, in pixels of the canvas; nothing when it is not shown.
    std::optional<QPointF> pixelOf(TrialRef trial) const;

protected:
    void changeEvent(QEvent* event) override;
    void refresh() override;

private:
    struct Hit {
        const PlottedRun* run;
        const TrialPoint* point;
    };
    // what is where
    void makeControls();
    void makeActions();
    QAction* addAction(const char* id, const QString& text, const QKeySequence& shortcut, const char* icon,
                       void (LiveChart::*trigger)());
    void connectCanvas();
    void connectWorkspace();
    void applyColors();
    // data
    void forgetAll();
    void followRuns();
    void followShown();
    void load(int64_t run);
    void loadNow(const RunRow& row);
    void loadLater(const RunRow& row);
    void readMore(int64_t run);
    void readAgain(int64_t run);
    void adopt(Curve curve);
    void filterAll();
    void rescale();
    void readControls();
    QRectF wholeArea() const;
    std::pair<double, double> valueRange() const;
    void describe();
    // selection
    std::optional<ChartCanvas::Mark> markOf(TrialRef trial) const;
    std::optional<Hit> hitAt(QPointF pixel) const;
    void choose(QPointF pixel, Qt::KeyboardModifiers modifiers);
    void chooseWithin(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void point(QPointF pixel);
    void showSelection();
    void showHover();
    QString readoutOf(const Hit& hit) const;
    void step(int direction);
    void selectNext() { step(1); }
    void selectPrevious() { step(-1); }
    void selectBest();
    void filterToVisibleTime();
    void askForPicture();
    void zoomIn();
    void zoomOut();

    RunListModel* m_runs;
    ChartCanvas* m_canvas;
    QComboBox* m_xChoice;
    QComboBox* m_yChoice;
    QCheckBox* m_log;
    QListView* m_list;
    QSplitter* m_splitter;
    QWidget* m_toolbar;
    OutcomeLegend* m_legend;
    QStackedLayout* m_stack;
    std::vector<std::pair<QString, QAction*>> m_actions;
    std::map<int64_t, PlottedRun> m_plotted;
    std::set<int64_t> m_loading;
    int64_t m_followed = 0; ///< the last run that was shown because it started
    int m_generation = 0; ///< of what the project holds: what was read for an older one is dropped
    ChartScale m_scale;
    std::optional<QRectF> m_zoom;
    QPointF m_pointed{-1, -1};
};

} // namespace knobscope
