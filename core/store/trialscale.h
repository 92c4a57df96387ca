// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

namespace knobscope {

/// Correction of the figures of all successful trials with a speed-up, after a longer second measurement of the run's best. Does
/// not change the results reported to the tuner.
struct TrialScale {
    /// New seconds / recorded seconds, at most 1: the baseline of all ratios had been timed too slowly.
    double factor = 1;
    /// Lower bound of seconds on the new scale: trials recorded as faster were compared with an overestimated best.
    double leastSeconds = 0;
    /// Number of the trial that later ones were timed against, and its seconds on the new scale: what is raised to `leastSeconds`
    /// among them keeps its own ratio to it. 0: unknown.
    int64_t partner = 0;
    double partnerSeconds = 0;

    bool isIdentity() const { return factor == 1 && leastSeconds == 0; }
    double seconds(double recorded) const { return std::max(recorded * factor, leastSeconds); }
    /// Corrected speed-up; depends only on `leastSeconds`.
    double speedup(double recordedSeconds, double recorded) const
    {
        return recorded * std::min(1.0, recordedSeconds * factor / leastSeconds);
    }
};

} // namespace knobscope
