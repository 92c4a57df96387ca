// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// The arithmetic mean; NaN of nothing.
double mean(std::span<const double> values);
/// The middle value (mean of the two middle ones); NaN of nothing. Infinite where half of the values are.
double median(std::span<const double> values);
/// The value below which the share `q` of the values lies, linearly between neighbours; NaN of nothing. Values may be
/// infinite: what was never reached.
double quantile(std::span<const double> values, double q);

/// The mean of the middle half of the values (interquartile mean): as steady as the mean where noise is small, and unmoved by
/// strays on either side. The median of fewer than 4 values; NaN of nothing.
double midmean(std::span<const double> values);

/// The time that a kernel takes when nothing disturbs it, from samples of which more than half may have met a slow stretch of a
/// shared machine (those run 1.1 to 2 times slower): the mean of those between the 10th and the 40th percentile. Of one or two
/// samples the least; NaN of nothing.
double undisturbed(std::span<const double> samples);

/// Samples that lie on two levels, as those of a kernel do whose core gets and loses a busy neighbour.
struct TwoLevels {
    double low = 0; ///< median of the quicker ones
    double high = 0;
    double highShare = 0; ///< of the samples
};
/// Where the widest gap between neighbours parts them, each side with an eighth of the samples or more, the levels a quarter
/// apart or more and the gap wider than each side's middle half. Nothing of fewer than 16 samples.
std::optional<TwoLevels> twoLevels(std::span<const double> samples);

struct MedianInterval {
    double low = 0;
    double high = 0;
};
/// Order-statistics interval of the median, no distribution assumed: the tightest pair of ranks, equally far from either end,
/// that holds it with at least 95 % by the binomial distribution (rank 4 to 12 of 15: 96.5 %). The whole range of fewer than 6
/// values, which holds it less often (5: 94 %, 3: 75 %); everything for none.
MedianInterval medianInterval(std::span<const double> values);

/// The chance that at least `wins` of so many fair coins show heads: what a kernel that is no quicker than another has of being
/// so in as many pairs (one-sided sign test; ties count half).
double signTest(double wins, size_t pairs);

/// The standard error of the mean as a share of it; 0 of fewer than two values.
double relativeError(std::span<const double> values);

/// The positions of the values from the first to the last by this comparison; equal ones keep their order.
template<class T, class Compare = std::less<>>
std::vector<size_t> orderOf(std::span<const T> values, Compare compare = {})
{
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, compare, [&](size_t i) { return values[i]; });
    return order;
}

/// Twice the rank of each value, from 2; equal values share the mean of their ranks, which doubled stays a whole number. No NaN.
std::vector<int> doubledMidranks(std::span<const double> values);

} // namespace knobscope
