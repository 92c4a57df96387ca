// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace knobscope {

/// Progress of a run, as input of stop rules.
struct RunStanding {
    int64_t trials = 0;
    int64_t sinceBest = 0;  ///< trials after the best one
    double seconds = 0;     ///< since the start or the last resume, without pauses
    double bestGflops = 0;      ///< as AutoTVM counts
    double bestPlainGflops = 0; ///< counted as for peaks: two operations per multiply-add
};

/// Limits of a run: the first one reached ends it. 0: no such limit. A value.
struct StopRule {
    double targetGflops = 0;
    double targetPercent = 0; ///< of peakGflops
    double peakGflops = 0;    ///< of the hardware; 0: unknown, which disables targetPercent
    int64_t trials = 0;
    double seconds = 0;
    int64_t plateau = 0; ///< trials without a better config

    /// Maximum number of trials.
    std::optional<int64_t> trialLimit() const { return trials > 0 ? std::optional(trials) : std::nullopt; }
    /// Number of limits.
    size_t count() const;
    /// Message of the first limit that is reached, nullopt if none is: "no better config in 50 trials".
    std::optional<Sentence> verdict(const RunStanding& standing) const;
    /// Estimated seconds until `total` trials or the time limit, whichever is first; -1: unknown.
    double secondsLeft(const RunStanding& standing, int64_t total, double trialsPerSecond) const;
    /// "128 trials, 10 min, or no better config in 50 trials"; "no limit" if there is none.
    Sentence text() const;

    friend bool operator==(const StopRule&, const StopRule&) = default;
};

} // namespace knobscope
