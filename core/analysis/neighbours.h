// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/trialset.h"

#include <cstdint>

namespace knobscope {

/// A config that differs from another in one knob, and what that costs.
struct Neighbour {
    enum class State : uint8_t { NotMeasured, Failed, Measured };
    size_t knob = 0;
    int32_t fromDigit = 0;
    int32_t toDigit = 0;
    int64_t index = 0;   ///< config
    State state = State::NotMeasured;
    double gflops = 0;   ///< Measured: median of its successful trials
    double loss = 0;     ///< Measured: the share of speed lost, 0.07 = 7 % slower; below 0: it is faster
    int64_t run = 0;     ///< of its last trial; 0 when not measured
    int64_t number = 0;
};

/// The valid one-step changes of a config, in the order of knobs and candidates. Losses are taken against the config's own time
/// in the same run where that run measured it too (machines drift), else against its median in all runs.
std::vector<Neighbour> neighboursOf(const TrialSet& set, int64_t config);

/// The configs among them that have no trial.
std::vector<int64_t> unmeasured(std::span<const Neighbour> neighbours);

} // namespace knobscope
