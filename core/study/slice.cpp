// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/slice.h"

#include "core/base/statistics.h"

#include <unordered_map>

namespace knobscope {

namespace {

/// Summaries filled trial by trial; keeps all values per cell until the end, since medians need them.
class Summaries
{
public:
    explicit Summaries(size_t cells)
        : m_cells(cells)
    {
    }

    void add(const TrialSet& set, size_t trial, size_t cell)
    {
        ValueSummary& summary = m_cells[cell];
        ++summary.trials;
        const TrialSet::Trial t = set.trials[trial];
        if (!t.worked()) {
            ++summary.failed;
            return;
        }
        m_values[cell].push_back(t.point.gflops);
        if (t.point.gflops > summary.best) {
            summary.best = t.point.gflops;
            summary.bestTrial = trial;
        }
    }

    std::vector<ValueSummary> take()
    {
        for (const auto& [cell, values] : m_values) {
            m_cells[cell].median = median(values);
        }
        return std::move(m_cells);
    }

private:
    std::vector<ValueSummary> m_cells;
    std::unordered_map<size_t, std::vector<double>> m_values;
};

bool differsElsewhere(const TrialSet& set, size_t a, size_t b, size_t knob)
{
    for (size_t k = 0; k < set.knobCount(); ++k) {
        if (k != knob && set.digit(a, k) != set.digit(b, k)) {
            return true;
        }
    }
    return false;
}

} // namespace

std::vector<size_t> slicedBy(const TrialSet& set, size_t knob, OtherKnobs others)
{
    const auto best = set.best();
    std::vector<size_t> sliced;
    for (size_t i = 0; i < set.trials.size(); ++i) {
        if (others == OtherKnobs::Any || (best && !differsElsewhere(set, i, *best, knob))) {
            sliced.push_back(i);
        }
    }
    return sliced;
}

std::vector<ValueSummary> sliceOf(const TrialSet& set, size_t knob, OtherKnobs others)
{
    Summaries summaries(static_cast<size_t>(set.task->space.knobs()[knob].size()));
    for (const size_t i : slicedBy(set, knob, others)) {
        summaries.add(set, i, static_cast<size_t>(set.digit(i, knob)));
    }
    return summaries.take();
}

HeatMap heatMapOf(const TrialSet& set, size_t knobX, size_t knobY)
{
    HeatMap map;
    const auto columns = static_cast<size_t>(set.task->space.knobs()[knobX].size());
    const auto rows = static_cast<size_t>(set.task->space.knobs()[knobY].size());
    if (columns * rows > kMaxHeatMapCells) {
        return map;
    }
    map.columns = columns;
    map.rows = rows;
    Summaries summaries(columns * rows);
    for (size_t i = 0; i < set.trials.size(); ++i) {
        summaries.add(set, i, static_cast<size_t>(set.digit(i, knobY)) * columns + static_cast<size_t>(set.digit(i, knobX)));
    }
    map.cells = summaries.take();
    return map;
}

} // namespace knobscope
