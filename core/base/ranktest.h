// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace knobscope {

/// Rank test of two samples (Mann and Whitney 1947, "On a test of whether one of two random variables is stochastically larger
/// than the other"). Infinite values are allowed for goals never reached: they rank last, tied with each other.
struct RankTest {
    double u = 0;           ///< number of pairs in which the first sample's value is smaller; ties count half
    double pValue = 1;      ///< two-sided
    double probability = 0; ///< probability that a value of the first sample is smaller than one of the second: u / (n * m)
    bool exact = true;      ///< over all splits of these ranks (keeping ties); otherwise normal with tie correction
};

/// Exact up to 40 values in total, and for any size if one sample has at most 2. NaN is not allowed; an empty sample gives p = 1.
RankTest rankTest(std::span<const double> first, std::span<const double> second);

/// The smallest p that samples of these sizes can give: 2 / C(n + m, n).
double smallestPValue(size_t n, size_t m);
/// The smallest number of runs per sample that makes p <= level possible.
size_t minRunsForSignificance(double level);

/// Applies Holm's correction to several p values in place: each can then be compared with the level of a single test.
void applyHolmCorrection(std::span<double> pValues);

} // namespace knobscope
