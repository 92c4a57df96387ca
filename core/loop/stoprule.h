// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace knobscope {

/// How far a run is, as stop rules see it.
struct RunStanding {
    int64_t trials = 0;
    int64_t sinceBest = 0;  ///< trials after the best one
    double seconds = 0;     ///< since the start or the last resumption, pauses left out
    double bestGflops = 0;      ///< as AutoTVM counts
    double bestPlainGflops = 0; ///< the same, counted as peaks are: two operations a multiply-add
};

/// When a run ends: the first of these limits that is reached ends it. 0: there is no such limit. A value.
struct StopRule {
    double targetGflops = 0;
    double targetPercent = 0; ///< of the peak of what it is measured on …
    double peakGflops = 0;    ///< … which is this; 0: not known, and no share of it ends a run
    int64_t trials = 0;
    double seconds = 0;
    int64_t plateau = 0; ///< trials without a better config

    /// The trials that it has at most.
    std::optional<int64_t> trialLimit() const { return trials > 0 ? std::optional(trials) : std::nullopt; }
    /// How many of the limits there are.
    size_t count() const;
    /// The sentence of the first that is reached, null while the run goes on: "no better config in 50 trials".
    std::optional<Sentence> verdict(const RunStanding& standing) const;
    /// How many seconds are left of a run that has done so many of `total` trials: to the last one or the limit of time,
    /// whichever comes first; -1: not known.
    double secondsLeft(const RunStanding& standing, int64_t total, double trialsPerSecond) const;
    /// "128 trials, 10 min, or no better config in 50 trials"; "no limit" where there is none.
    Sentence text() const;

    friend bool operator==(const StopRule&, const StopRule&) = default;
};

} // namespace knobscope
