// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/plotcanvas.h"
#include "widgets/views/speed/plottedruns.h"

namespace knobscope {

/// Synchronizes selection and hovering between the live chart and the workspace: clicks and shapes on the canvas select trials
/// in the workspace, and trials selected or hovered in any view are marked on the canvas. GUI thread only.
class ChartSelection : public QObject
{
    Q_OBJECT
public:
    ChartSelection(Workspace& workspace, const PlottedRuns& runs, PlotCanvas& canvas);

    /// Position of a trial in pixels of the canvas; nullopt if it is not shown.
    std::optional<QPointF> pixelOf(TrialRef trial) const;
    /// Selects the next (1) or the previous (-1) trial.
    void step(int direction);
    void selectBest();
    /// Marks the selected trials at their current positions.
    void showChosen();
    /// One sentence about the plotted and the selected trials.
    QString description() const;

signals:
    void descriptionChanged();

private:
    std::optional<PlotMark> markOf(const PlottedTrial& trial) const;
    std::optional<PlottedTrial> hitAt(QPointF pixel) const;
    void choose(QPointF pixel, Qt::KeyboardModifiers modifiers);
    void chooseWithin(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers);
    void point(QPointF pixel);
    void showHover();
    QString readoutOf(const PlottedTrial& trial) const;
    QString readoutAt(QPointF pixel) const;

    Workspace& m_workspace;
    const PlottedRuns& m_runs;
    PlotCanvas& m_canvas;
    QPointF m_pointed{-1, -1};
};

} // namespace knobscope
