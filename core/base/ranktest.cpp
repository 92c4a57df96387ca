// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ranktest.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace knobscope {

namespace {

constexpr size_t kMaxExactValues = 40;

/// Share of all choices of n ranks whose sum is at least as far from the mean as the observed sum.
double exactPValue(const std::vector<int>& ranks, size_t n, int seen)
{
    const int total = std::accumulate(ranks.begin(), ranks.end(), 0);
    std::vector<std::vector<double>> ways(n + 1, std::vector<double>(static_cast<size_t>(total) + 1, 0.0));
    ways[0][0] = 1;
    for (const int rank : ranks) {
        for (size_t k = n; k-- > 0;) {
            for (int sum = total - rank; sum >= 0; --sum) {
                ways[k + 1][static_cast<size_t>(sum) + static_cast<size_t>(rank)] += ways[k][static_cast<size_t>(sum)];
            }
        }
    }
    const double mean = static_cast<double>(total) * static_cast<double>(n) / static_cast<double>(ranks.size());
    double far = 0;
    double all = 0;
    for (int sum = 0; sum <= total; ++sum) {
        const double count = ways[n][static_cast<size_t>(sum)];
        all += count;
        far += std::abs(sum - mean) >= std::abs(seen - mean) - 1e-9 ? count : 0;
    }
    return far / all;
}

double normalPValue(const std::vector<int>& ranks, size_t n, size_t m, double u)
{
    std::vector<int> sorted = ranks;
    std::sort(sorted.begin(), sorted.end());
    const auto total = static_cast<double>(n + m);
    double ties = 0;
    for (size_t from = 0; from < sorted.size();) {
        const size_t to = static_cast<size_t>(std::upper_bound(sorted.begin(), sorted.end(), sorted[from]) - sorted.begin());
        const auto t = static_cast<double>(to - from);
        ties += t * t * t - t;
        from = to;
    }
    const double pairs = static_cast<double>(n) * static_cast<double>(m);
    const double variance = pairs / 12 * (total + 1 - ties / (total * (total - 1)));
    if (variance <= 0) {
        return 1;
    }
    const double z = std::max(0.0, std::abs(u - pairs / 2) - 0.5) / std::sqrt(variance); // with continuity correction
    return std::min(1.0, std::erfc(z / std::sqrt(2.0)));
}

} // namespace

RankTest rankTest(std::span<const double> first, std::span<const double> second)
{
    RankTest test;
    if (first.empty() || second.empty()) {
        return test;
    }
    std::vector<double> all(first.begin(), first.end());
    all.insert(all.end(), second.begin(), second.end());
    const std::vector<int> ranks = doubledMidranks(all);
    const int sum = std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(first.size()), 0);
    const auto n = static_cast<double>(first.size());
    const double pairs = n * static_cast<double>(second.size());
    test.u = pairs - (sum / 2.0 - n * (n + 1) / 2);
    test.probability = test.u / pairs;
    const size_t small = std::min(first.size(), second.size());
    test.exact = ranks.size() <= kMaxExactValues || (small <= 2 && ranks.size() <= 400);
    test.pValue = test.exact
                    ? exactPValue(ranks, first.size() <= second.size() ? first.size() : second.size(),
                                  first.size() <= second.size() ? sum : std::accumulate(ranks.begin(), ranks.end(), 0) - sum)
                    : normalPValue(ranks, first.size(), second.size(), test.u);
    return test;
}

double smallestPValue(size_t n, size_t m)
{
    double ways = 1;
    for (size_t i = 1; i <= n; ++i) {
        ways *= static_cast<double>(m + i) / static_cast<double>(i);
    }
    return n == 0 || m == 0 ? 1 : std::min(1.0, 2 / ways);
}

size_t minRunsForSignificance(double level)
{
    size_t n = 1;
    while (smallestPValue(n, n) > level && n < 100) {
        ++n;
    }
    return n;
}

void applyHolmCorrection(std::span<double> pValues)
{
    const std::vector<size_t> order = orderOf<double>(pValues);
    double atLeast = 0;
    for (size_t i = 0; i < order.size(); ++i) {
        double& p = pValues[order[i]];
        p = std::min(1.0, std::max(atLeast, p * static_cast<double>(order.size() - i)));
        atLeast = p;
    }
}

} // namespace knobscope
