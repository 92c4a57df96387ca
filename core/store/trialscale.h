// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/numbertext.h"

#include <algorithm>

namespace knobscope {

/// Significant digits of a cost that replaces another: so a corrected record fits where the first one stands in a log.
inline constexpr int correctedDigits = 12;

/// What the looking once more at a run's best, which takes longer than a trial may, changes in the figures of all its trials that
/// worked and have a speed-up. What the tuner was told stays.
struct TrialScale {
    /// Seconds over those on record, 1 or below: what all are relative to was timed too slowly.
    double factor = 1;
    /// No trial takes less, on the new scale: those on record with less were weighed against a best that was thought to be
    /// quicker than it is.
    double leastSeconds = 0;

    bool isAsBefore() const { return factor == 1 && leastSeconds == 0; }
    /// What a trial's seconds become, in `correctedDigits` where they change.
    double seconds(double recorded) const
    {
        const double scaled = std::max(recorded * factor, leastSeconds);
        return scaled == recorded ? recorded : toDigits(scaled, correctedDigits);
    }
    /// What its speed-up becomes: that changes with `leastSeconds` alone.
    double speedup(double recordedSeconds, double recorded) const
    {
        return recorded * std::min(1.0, recordedSeconds * factor / leastSeconds);
    }
};

} // namespace knobscope
