// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/stats/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace knobscope {

namespace {

constexpr double confidence = 0.95;

/// How many of n sorted values stay outside the interval of the median at either end. Of n values B lie below the median, B
/// binomial with 1/2; leaving `low - 1` out at either end, the interval holds the median when low <= B <= n - low. Summed from
/// the middle, where no n makes the terms vanish.
size_t leftOutAtEitherEnd(size_t n)
{
    size_t low = n / 2;
    double term = 1; // P(B = low)
    for (size_t i = 1; i <= low; ++i) {
        term *= 1 - 0.5 / static_cast<double>(i);
    }
    double held = term;
    if (n % 2 == 1) {
        term *= static_cast<double>(n) / static_cast<double>(n + 1);
        held = 2 * term;
    }
    while (held < confidence && low > 1) {
        term *= static_cast<double>(low) / static_cast<double>(n - low + 1);
        --low;
        held += 2 * term;
    }
    return low > 0 ? low - 1 : 0;
}

} // namespace

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
    const size_t first = leftOutAtEitherEnd(sorted.size());
    return {sorted[first], sorted[sorted.size() - 1 - first]};
}

} // namespace knobscope
