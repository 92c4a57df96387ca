// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/plottedruns.h"
#include "widgets/plot/plotcanvas.h"

namespace knobscope {

/// What is chosen and pointed at in the live chart, both ways: clicks and shapes on the canvas choose trials in the workspace,
/// and what is chosen or pointed at anywhere is marked on the canvas. GUI thread only.
class ChartSelection : public QObject
{
    Q_OBJECT
public:
    ChartSelection(Workspace& workspace, const PlottedRuns& runs, PlotCanvas& canvas);

    /// Where a trial is drawn, in pixels of the canvas; nothing when it is not shown.
    std::optional<QPointF> pixelOf(TrialRef trial) const;
    /// Chooses the next trial (1) or the one before (-1).
    void step(int direction);
    void selectBest();
    /// Marks the chosen trials where they are now.
    void showChosen();
    /// What is plotted and chosen, in a sentence.
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
