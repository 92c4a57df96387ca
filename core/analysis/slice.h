// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"

#include <cstdint>

namespace knobscope {

/// What is known of one candidate of a knob, or of a pair of candidates.
struct ValueSummary {
    size_t trials = 0;
    size_t failed = 0;
    double best = 0;   ///< GFLOPS; 0 when none succeeded
    double median = 0;
    size_t bestTrial = 0; ///< position in the set; meaningful when best > 0
};

enum class OtherKnobs : uint8_t {
    Any,    ///< all trials with the value
    AtBest, ///< those alone whose other knobs are the fastest trial's
};

/// Positions of the trials that a slice along a knob is made of.
std::vector<size_t> slicedBy(const TrialSet& set, size_t knob, OtherKnobs others);
/// A summary a candidate of the knob, by digit.
std::vector<ValueSummary> sliceOf(const TrialSet& set, size_t knob, OtherKnobs others);

/// A summary a pair: cell of candidate x of one knob and y of another at y * columns + x.
struct HeatMap {
    size_t columns = 0;
    size_t rows = 0;
    std::vector<ValueSummary> cells;
    const ValueSummary& at(size_t x, size_t y) const { return cells[y * columns + x]; }
};
/// Empty when the knobs have more than mostHeatCells pairs.
HeatMap heatMapOf(const TrialSet& set, size_t knobX, size_t knobY);
inline constexpr size_t mostHeatCells = 1'000'000;

} // namespace knobscope
