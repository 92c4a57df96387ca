// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace knobscope {

/// Two samples compared by rank (Mann and Whitney 1947, "On a test of whether one of two random variables is stochastically
/// larger than the other"). Infinite values are allowed: what was never reached ranks last, and ties with its like.
struct RankTest {
    double u = 0;           ///< pairs in which the first sample is the smaller, ties as halves
    double pValue = 1;      ///< two-sided
    double probability = 0; ///< that a value of the first is smaller than one of the second: u / (n * m)
    bool exact = true;      ///< over all splits of these ranks (ties kept); else normal with tie correction
};

/// Exact up to 40 values in all, and for any sizes when one sample has at most 2. NaN must not occur; an empty sample gives p
/// = 1.
RankTest rankTest(std::span<const double> first, std::span<const double> second);

/// The smallest p that samples of these sizes can give, however far apart they lie: 2 / C(n + m, n).
double smallestPValue(size_t n, size_t m);
/// The least number of each that makes p <= level possible.
size_t runsNeeded(double level);

/// Holm's correction of several p values, in place: each may then be held against the level of a single test.
void correctForSeveral(std::span<double> pValues);

} // namespace knobscope
