// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/paireddifference.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace knobscope {

namespace {

constexpr size_t kMaxExactPairs = 100;
constexpr double kLevel = 0.05;

/// Probability of each sum of these ranks if each rank is included by a coin toss.
std::vector<double> sumProbabilities(std::span<const int> ranks)
{
    const int total = std::accumulate(ranks.begin(), ranks.end(), 0);
    std::vector<double> probability(static_cast<size_t>(total) + 1, 0.0);
    probability[0] = 1;
    for (const int rank : ranks) {
        const auto r = static_cast<size_t>(rank);
        for (size_t sum = probability.size(); sum-- > 0;) {
            probability[sum] = 0.5 * (probability[sum] + (sum >= r ? probability[sum - r] : 0));
        }
    }
    return probability;
}

double exactPValue(std::span<const int> ranks, int seen)
{
    const std::vector<double> probability = sumProbabilities(ranks);
    const size_t tail = std::min(static_cast<size_t>(seen), probability.size() - 1 - static_cast<size_t>(seen));
    double p = 0;
    for (size_t sum = 0; sum <= tail; ++sum) {
        p += 2 * probability[sum];
    }
    return std::min(1.0, p);
}

double deviation(std::span<const int> ranks)
{
    double squares = 0;
    for (const int rank : ranks) {
        squares += static_cast<double>(rank) * rank;
    }
    return std::sqrt(squares) / 2;
}

double normalPValue(std::span<const int> ranks, int seen)
{
    const double mean = std::accumulate(ranks.begin(), ranks.end(), 0.0) / 2;
    const double z = std::max(0.0, std::abs(seen - mean) - 1) / deviation(ranks); // with continuity correction
    return std::erfc(z / std::sqrt(2.0));
}

double pValueOf(std::span<const double> differences)
{
    std::vector<double> sizes;
    std::vector<bool> isUp;
    for (const double difference : differences) {
        if (difference != 0) {
            sizes.push_back(std::abs(difference));
            isUp.push_back(difference > 0);
        }
    }
    if (sizes.empty()) {
        return 1;
    }
    const std::vector<int> ranks = doubledMidranks(sizes);
    int up = 0;
    for (size_t i = 0; i < ranks.size(); ++i) {
        up += isUp[i] ? ranks[i] : 0;
    }
    return ranks.size() <= kMaxExactPairs ? exactPValue(ranks, up) : normalPValue(ranks, up);
}

/// The rank, counted from either end, of the mean that bounds the interval: the largest one whose tails have a probability of at
/// most 5 %. 0: there is none.
size_t boundRank(size_t pairs)
{
    std::vector<int> ranks(pairs);
    std::iota(ranks.begin(), ranks.end(), 1);
    if (pairs > kMaxExactPairs) {
        const double mean = std::accumulate(ranks.begin(), ranks.end(), 0.0) / 2;
        return static_cast<size_t>(mean - 1.959964 * deviation(ranks));
    }
    const std::vector<double> probability = sumProbabilities(ranks);
    double tailProbability = 0;
    size_t rank = 0;
    while ((tailProbability += probability[rank]) <= kLevel / 2) {
        ++rank;
    }
    return rank;
}

} // namespace

PairedDifference pairedDifference(std::span<const double> differences)
{
    PairedDifference out;
    if (differences.empty()) {
        return out;
    }
    std::vector<double> means;
    for (size_t i = 0; i < differences.size(); ++i) {
        for (size_t j = 0; j <= i; ++j) {
            means.push_back((differences[i] + differences[j]) / 2);
        }
    }
    std::sort(means.begin(), means.end());
    out.estimate = median(means);
    out.pValue = pValueOf(differences);
    if (const size_t rank = boundRank(differences.size()); rank > 0) {
        out.low = means[rank - 1];
        out.high = means[means.size() - rank];
    }
    return out;
}

double smallestPairedPValue(size_t pairs)
{
    return std::min(1.0, std::ldexp(2.0, -static_cast<int>(pairs)));
}

size_t minPairsForSignificance(double wanted)
{
    size_t pairs = 1;
    while (smallestPairedPValue(pairs) > wanted && pairs < 1000) {
        ++pairs;
    }
    return pairs;
}

} // namespace knobscope
