// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace knobscope {

/// The middle value (mean of the two middle ones); NaN of nothing.
double median(std::span<const double> values);
/// The value below which the share `q` of the values lies, linearly between neighbours; NaN of nothing.
double quantile(std::span<const double> values, double q);

/// The time that a kernel takes when nothing disturbs it, from samples of which up to three quarters may have met a slow
/// stretch of a shared machine (those run 1.5 to 2 times slower): the lower quartile. NaN of nothing.
double undisturbed(std::span<const double> samples);

struct MedianInterval {
    double low = 0;
    double high = 0;
};
/// Order-statistics interval of the median, no distribution assumed: the tightest pair of ranks, equally far from either end,
/// that holds it with at least 95 % by the binomial distribution (rank 4 to 12 of 15: 96.5 %). The whole range of fewer than 6
/// values, which holds it less often (5: 94 %, 3: 75 %); everything for none.
MedianInterval medianInterval(std::span<const double> values);

/// The standard error of the mean as a share of it; 0 of fewer than two values.
double relativeError(std::span<const double> values);

} // namespace knobscope
