// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace knobscope {

/// Estimate and test of paired differences by their signed ranks (Wilcoxon 1945, "Individual comparisons by ranking methods").
/// Assumes only that without an effect both signs are equally likely, as in alternating measurements.
struct PairedDifference {
    /// Hodges-Lehmann estimator (1963): the median of the means of all pairs, each with itself too. Robust to outliers.
    double estimate = 0;
    /// The 95 % interval of the same means, by the test's exact distribution; unbounded for fewer than 6 pairs.
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double pValue = 1; ///< two-sided; ignores pairs without a difference
};

/// Exact up to 100 pairs (keeping ties), otherwise by the normal approximation. Values must be finite; may be empty.
PairedDifference pairedDifference(std::span<const double> differences);

/// The smallest p that this number of pairs can give, if all differ in the same direction: 2 / 2^n.
double smallestPairedPValue(size_t pairs);
/// The smallest number of pairs that makes p <= level possible: 6 for 0.05.
size_t minPairsForSignificance(double level);

} // namespace knobscope
