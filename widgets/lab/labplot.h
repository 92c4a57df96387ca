// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/standing.h"
#include "widgets/plot/plotcanvas.h"

#include <QCoreApplication>

namespace knobscope {

struct LabPlotOptions {
    QPalette palette;    ///< the view's: it hears of a change before the canvas does
    bool isLogX = true;
    QString highlighted; ///< a tuner, whose band alone is shown then; empty: all bands
    /// Which of the series colours a tuner has.
    std::function<size_t(const QString& tuner)> colourOf;
};

/// Best so far of each tuner on one space: the median over the seeds, a band between the quartiles, and lines at the shares of
/// the best that the tables count trials to.
class LabPlot
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::LabPlot)
public:
    static void fill(PlotCanvas& canvas, const SpaceStanding& space, const LabPlotOptions& options);
};

} // namespace knobscope
