// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/findings.h"
#include "core/study/trialset.h"

#include <cstdint>

namespace knobscope {

/// A config that differs from another in one knob, and its relative speed.
struct Neighbour {
    enum class State : uint8_t { NotMeasured, Failed, Measured };
    size_t knob = 0;
    int32_t fromDigit = 0;
    int32_t toDigit = 0;
    int64_t index = 0;   ///< config number
    State state = State::NotMeasured;
    double gflops = 0;   ///< Measured: median of its successful trials
    double loss = 0;     ///< Measured: relative loss of speed, 0.07 = 7 % slower; negative: faster
    int64_t run = 0;     ///< run of its last trial; 0 if not measured
    int64_t number = 0;
};

/// Valid one-knob changes of a config, in the order of knobs and candidates. Losses are relative to the config's own speed in the
/// same run if it was measured there (machines drift), otherwise to its median over all runs.
std::vector<Neighbour> neighboursOf(const TrialSet& set, int64_t config);

/// What the trials of a project say of a config's one-knob changes, by the changed config's number: runs of this task with these
/// edits and as many threads. Empty if the config itself was not measured.
Result<std::map<int64_t, MeasuredGain>> measuredGains(Project& project, const Task& task, int64_t config, int threads);

/// Config numbers of the neighbours without trials.
std::vector<int64_t> unmeasured(std::span<const Neighbour> neighbours);

} // namespace knobscope
