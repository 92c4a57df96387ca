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

/// The arithmetic mean; NaN if empty.
double mean(std::span<const double> values);
/// The median (mean of the two middle values); NaN if empty. Infinite if half of the values are.
double median(std::span<const double> values);
/// The quantile `q`, with linear interpolation; NaN if empty. Values may be infinite (goals never reached).
double quantile(std::span<const double> values, double q);

/// The interquartile mean: as precise as the mean for low noise, and robust to outliers on both sides. The median for fewer than
/// 4 values; NaN if empty.
double midmean(std::span<const double> values);

/// A kernel's undisturbed time, from samples of which more than half may be slowed down by a shared machine (1.1 to 2 times): the
/// mean of those between the 10th and the 40th percentile. The minimum of one or two samples; NaN if empty.
double undisturbedTime(std::span<const double> samples);

/// A bimodal sample, for example of a kernel whose core has a busy neighbour at times.
struct TwoLevels {
    double low = 0; ///< median of the faster samples
    double high = 0;
    double highShare = 0; ///< share of the slower samples
};
/// Splits the samples at the widest gap. Each side must have at least an eighth of the samples, the levels must differ by at
/// least a quarter, and the gap must exceed each side's interquartile range. nullopt for fewer than 16 samples.
std::optional<TwoLevels> twoLevels(std::span<const double> samples);

struct MedianInterval {
    double low = 0;
    double high = 0;
};
/// Distribution-free interval of the median by order statistics: the tightest symmetric pair of ranks that contains it with at
/// least 95 % by the binomial distribution (ranks 4 to 12 of 15: 96.5 %). The whole range of fewer than 6 values, whose coverage
/// is lower (5: 94 %, 3: 75 %); unbounded if empty.
MedianInterval medianInterval(std::span<const double> values);

/// One-sided sign test: the probability of at least `wins` heads in this many fair coin tosses, that is, of a kernel winning this
/// often without being faster. Ties count half.
double signTest(double wins, size_t pairs);

/// Relative standard error of the mean; 0 for fewer than two values.
double relativeError(std::span<const double> values);

/// Indexes of the values in sorted order; the sort is stable.
template<class T, class Compare = std::less<>>
std::vector<size_t> orderOf(std::span<const T> values, Compare compare = {})
{
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, compare, [&](size_t i) { return values[i]; });
    return order;
}

/// Twice the rank of each value, from 2: ties share the mean of their ranks, which is an integer when doubled. No NaN.
std::vector<int> doubledMidranks(std::span<const double> values);

} // namespace knobscope
