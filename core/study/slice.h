// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/trialset.h"

#include <cstdint>

namespace knobscope {

/// Results of one candidate of a knob, or of a pair of candidates.
struct ValueSummary {
    size_t trials = 0;
    size_t failed = 0;
    double best = 0;   ///< GFLOPS; 0 if none succeeded
    double median = 0;
    size_t bestTrial = 0; ///< index in the set; valid if best > 0
};

enum class OtherKnobs : uint8_t {
    Any,    ///< all trials with the value
    AtBest, ///< only trials whose other knobs equal the fastest trial's
};

/// Indexes of the trials in a slice along a knob.
std::vector<size_t> slicedBy(const TrialSet& set, size_t knob, OtherKnobs others);
/// One summary per candidate of the knob, by digit.
std::vector<ValueSummary> sliceOf(const TrialSet& set, size_t knob, OtherKnobs others);

/// One summary per pair: candidates x of one knob and y of another are in cell y * columns + x.
struct HeatMap {
    size_t columns = 0;
    size_t rows = 0;
    std::vector<ValueSummary> cells;
    const ValueSummary& at(size_t x, size_t y) const { return cells[y * columns + x]; }
};
/// Empty if the knobs have more than kMaxHeatMapCells pairs.
HeatMap heatMapOf(const TrialSet& set, size_t knobX, size_t knobY);
inline constexpr size_t kMaxHeatMapCells = 1'000'000;

} // namespace knobscope
