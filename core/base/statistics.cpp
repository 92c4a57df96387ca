// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace knobscope {

namespace {

constexpr double kConfidence = 0.95;

/// Number of sorted values outside the median's confidence interval at either end. The number B of values below the median is
/// binomial with p = 1/2; after dropping `low - 1` values at either end, the interval contains the median if low <= B <= n - low.
/// Sums from the middle, where the terms do not underflow.
size_t excludedPerTail(size_t n)
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
    while (held < kConfidence && low > 1) {
        term *= static_cast<double>(low) / static_cast<double>(n - low + 1);
        --low;
        held += 2 * term;
    }
    return low > 0 ? low - 1 : 0;
}

} // namespace

double mean(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

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
    const double share = at - static_cast<double>(below);
    return share == 0 || sorted[above] == sorted[below] ? sorted[below] : sorted[below] + (sorted[above] - sorted[below]) * share;
}

std::optional<TwoLevels> twoLevels(std::span<const double> samples)
{
    const size_t n = samples.size();
    if (n < 16) {
        return {};
    }
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    size_t cut = n / 8;
    for (size_t i = cut + 1; i <= n - n / 8; ++i) {
        cut = sorted[i] - sorted[i - 1] > sorted[cut] - sorted[cut - 1] ? i : cut;
    }
    const std::span<const double> low = std::span(sorted).first(cut);
    const std::span<const double> high = std::span(sorted).subspan(cut);
    const double gap = high.front() - low.back();
    const auto spread = [](std::span<const double> side) { return quantile(side, 0.75) - quantile(side, 0.25); };
    if (median(high) < 1.25 * median(low) || gap <= std::max(spread(low), spread(high))) {
        return {};
    }
    return TwoLevels{median(low), median(high), static_cast<double>(high.size()) / static_cast<double>(n)};
}

double signTest(double wins, size_t pairs)
{
    const auto n = static_cast<double>(pairs);
    double chance = 0;
    for (auto won = static_cast<size_t>(std::ceil(wins)); won <= pairs; ++won) {
        const auto k = static_cast<double>(won);
        chance += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
    }
    return std::min(1.0, chance);
}

double relativeError(std::span<const double> values)
{
    if (values.size() < 2) {
        return 0;
    }
    const auto n = static_cast<double>(values.size());
    const double middle = mean(values);
    double squares = 0;
    for (const double value : values) {
        squares += (value - middle) * (value - middle);
    }
    return std::sqrt(squares / (n - 1) / n) / middle;
}

double median(std::span<const double> values)
{
    return quantile(values, 0.5);
}

double midmean(std::span<const double> values)
{
    if (values.size() < 4) {
        return median(values);
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const size_t cut = sorted.size() / 4;
    return mean(std::span(sorted).subspan(cut, sorted.size() - 2 * cut));
}

double undisturbedTime(std::span<const double> samples)
{
    if (samples.empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    const size_t from = sorted.size() / 10;
    const size_t until = std::max(from + 1, sorted.size() * 2 / 5);
    return mean(std::span(sorted).subspan(from, until - from));
}

MedianInterval medianInterval(std::span<const double> values)
{
    if (values.empty()) {
        return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const size_t first = excludedPerTail(sorted.size());
    return {sorted[first], sorted[sorted.size() - 1 - first]};
}

std::vector<int> doubledMidranks(std::span<const double> values)
{
    const std::vector<size_t> order = orderOf(values);
    std::vector<int> ranks(values.size());
    for (size_t from = 0; from < order.size();) {
        size_t to = from + 1;
        while (to < order.size() && values[order[to]] == values[order[from]]) {
            ++to;
        }
        for (size_t i = from; i < to; ++i) {
            ranks[order[i]] = static_cast<int>(from + to + 1);
        }
        from = to;
    }
    return ranks;
}

} // namespace knobscope
