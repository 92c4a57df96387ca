// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace knobscope {

double quantile(std::span<const double> values, double q)
{
    if (values.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(at);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (at - static_cast<double>(below));
}

double relativeError(std::span<const double> values)
{
    if (values.size() < 2) {
        return 0;
    }
    const auto n = static_cast<double>(values.size());
    double mean = 0;
    for (const double value : values) {
        mean += value / n;
    }
    double squares = 0;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
    }
    return std::sqrt(squares / (n - 1) / n) / mean;
}

double median(std::span<const double> values)
{
    return quantile(values, 0.5);
}

double undisturbed(std::span<const double> samples)
{
    return quantile(samples, 0.25);
}

MedianInterval medianInterval(std::span<const double> values)
{
    if (values.empty()) {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const double n = static_cast<double>(sorted.size());
    // Ranks n/2 -+ 1.96 sqrt(n)/2, the normal approximation of the binomial.
    const double low = std::floor((n - 1.96 * std::sqrt(n)) / 2) - 1;
    const auto first = sorted.size() < 6 ? size_t{0} : static_cast<size_t>(std::max(0.0, low));
    return {sorted[first], sorted[sorted.size() - 1 - first]};
}

} // namespace knobscope
