// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

#include <span>
#include <vector>

namespace knobscope {

/// One trial as the chart keeps it: gflops is 0 for a failed one.
struct ChartTrial {
    double gflops = 0;
    bool failed = false;
};

/// What is drawn of a run: few enough points for Qt Charts to stay smooth, yet every extreme is there.
struct ThinnedRun {
    std::vector<QPointF> trials;  ///< (trial number from 1, GFLOPS), successful ones
    std::vector<QPointF> failures; ///< at GFLOPS 0
    std::vector<QPointF> best;    ///< best so far, as a staircase
};

/// At most about three points a column for each series, over `columns` columns of equal width: per column the lowest, the
/// highest and one failure, and the steps of the best-so-far line. All points when there are few.
ThinnedRun thinRun(std::span<const ChartTrial> trials, int columns);

} // namespace knobscope
