// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

namespace knobscope {

/// Seconds of one call (or the mean of a few, for calls too short for the clock).
using TimedCall = std::function<double()>;

/// Limits of the paired policy. On shared machines whole stretches of time run 1.5 to 2 times slower; a kernel and a
/// reference timed alternately meet the same stretch, so their ratio holds where either time alone does not.
struct PairedPolicy {
    double hopelessCold = 8;   ///< a warm-up call beyond this many times the reference, plus coldSeconds, is the measurement
    double coldSeconds = 1e-3; ///< what a first call may pay for pages and caches
    double hopelessAbove = 2.2; ///< a first pair beyond this ends it: a slow stretch makes up for less
    int firstPairs = 3;
    double dropAbove = 1.3;    ///< a ratio beyond this after the first pairs ends it …
    double likelyAbove = 1.08; ///< … and so does one beyond this …
    double surelyAbove = 1.04; ///< … when no pair was below this
    double clearWinBelow = 0.85; ///< an interval wholly below this after the first pairs ends it too: by how much it wins is for
                                 ///< the next kernels to find out
    int contenderPairs = 7;
    int mostPairs = 30;
    double wantedHalfWidth = 0.015; ///< of the ratio's interval
    double secondsBudget = 0.25;
};

struct PairedTiming {
    double ratio = 1; ///< candidate / reference, median of the pairs
    double low = 1; ///< its interval
    double high = 1;
    int pairs = 0;
    bool dropped = false;
    std::vector<double> candidate; ///< seconds, in order
    std::vector<double> reference;
};

/// Times candidate and reference in turn, each first every other time, until the policy is satisfied. `warmUpSeconds` is what
/// the candidate's first call took; 0 when there was none.
PairedTiming timePaired(const TimedCall& candidate, const TimedCall& reference, const PairedPolicy& policy = {},
                        double warmUpSeconds = 0);

} // namespace knobscope
