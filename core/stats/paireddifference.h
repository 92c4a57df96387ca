// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace knobscope {

/// What differences of paired values say, by their signed ranks (Wilcoxon 1945, "Individual comparisons by ranking methods").
/// Assumed is only that without a difference each could as well have had the other sign, as where two of a kind take turns.
struct PairedDifference {
    /// The median of the means of all two of them, each with itself too (Hodges and Lehmann 1963): an outlier does not move it.
    double estimate = 0;
    /// The 95 % interval of the same means, by the test's exact distribution; unbounded when there are fewer than 6 pairs.
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double pValue = 1; ///< two-sided; pairs without a difference say nothing and are left out
};

/// Exact up to 100 pairs (ties kept), else by the normal approximation. Values must be finite; of none nothing is known.
PairedDifference pairedDifference(std::span<const double> differences);

/// The smallest p that so many pairs can give, when all of them differ in the same direction: 2 / 2^n.
double smallestPairedPValue(size_t pairs);
/// The least number of pairs that makes p <= level possible: 6 for 0.05.
size_t pairsNeeded(double level);

} // namespace knobscope
