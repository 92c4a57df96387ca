// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/thinning.h"

#include <algorithm>

namespace knobscope {

namespace {

/// The extremes of the trials [begin, end) and one of its failures.
void addColumn(std::span<const ChartTrial> trials, size_t begin, size_t end, ThinnedRun& out)
{
    size_t lowest = end;
    size_t highest = end;
    size_t failure = end;
    for (size_t i = begin; i < end; ++i) {
        if (trials[i].failed) {
            failure = failure == end ? i : failure;
            continue;
        }
        lowest = lowest == end || trials[i].gflops < trials[lowest].gflops ? i : lowest;
        highest = highest == end || trials[i].gflops > trials[highest].gflops ? i : highest;
    }
    const auto point = [&](size_t i) { return QPointF(static_cast<double>(i) + 1, trials[i].gflops); };
    if (failure != end) {
        out.failures.emplace_back(static_cast<double>(failure) + 1, 0.0);
    }
    if (lowest == end) {
        return;
    }
    out.trials.push_back(point(std::min(lowest, highest)));
    if (lowest != highest) {
        out.trials.push_back(point(std::max(lowest, highest)));
    }
}

} // namespace

ThinnedRun thinRun(std::span<const ChartTrial> trials, int columns)
{
    ThinnedRun out;
    const size_t count = trials.size();
    const size_t width = std::max<size_t>(1, (count + static_cast<size_t>(columns) - 1) / static_cast<size_t>(columns));
    double best = 0;
    for (size_t begin = 0; begin < count; begin += width) {
        const size_t end = std::min(count, begin + width);
        addColumn(trials, begin, end, out);
        double columnBest = best;
        for (size_t i = begin; i < end; ++i) {
            columnBest = std::max(columnBest, trials[i].failed ? 0.0 : trials[i].gflops);
        }
        if (columnBest > best) {
            if (!out.best.empty()) {
                out.best.emplace_back(static_cast<double>(begin) + 1, best);
            }
            best = columnBest;
            out.best.emplace_back(static_cast<double>(begin) + 1, best);
        }
    }
    if (!out.best.empty()) {
        out.best.emplace_back(static_cast<double>(count), best);
    }
    return out;
}

} // namespace knobscope
