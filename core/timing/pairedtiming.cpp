// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/pairedtiming.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kSecondsBudget = 0.25; // for each of the three functions; slow kernels are also steadier
constexpr double kWallBudget = 1; // the same on the wall clock, which counts what other programs take on a busy machine
constexpr int kMinPairs = 3;         // minimum beyond the budget

constexpr double kEarlyLossRatio = 2.2; // a first pair above this ratio is a loss that no slow phase explains
constexpr int kDecisivePairs = 7; // if all are lost, the kernel is slower: an equal one loses 7 of 7 with probability 1/128
constexpr int kContenderPairs = 7;
constexpr double kTieRatio = 1.005; // after kContenderPairs, a candidate above this ratio is dropped
constexpr int kMaxScreenedPairs = 11;

constexpr double kEarlyWinRatio = 0.4;
constexpr double kClearWinRatio = 0.9;
constexpr int kMinProvenPairs = 5;

struct Look {
    int pairs;
    double wins; ///< sufficient as proof
    double futilityWins; ///< fewer wins end the test
};
/// Probability that an equal kernel passes: 1/128, 1/270, 1/190 (binomial).
constexpr Look kInterimLooks[] = {{7, 7, 4}, {15, 13, 10}, {31, 23, 23}};

constexpr double kTargetHalfWidth = 0.01;
constexpr int kRoughPairs = 15;
constexpr int kMaxPairs = 45;
constexpr int kMinThoroughPairs = 60;
constexpr int kMaxThoroughPairs = 1000;
constexpr double kThoroughSeconds = 3;
constexpr int kMinIntervalPairs = 6;

/// Two-sided 95 % quantiles of Student's t for 1, 2, … degrees of freedom.
constexpr double kStudentT[] = {12.706, 4.303, 3.182, 2.776};

bool isOver(const TimedPairs& pairs, int fewest = kMinPairs)
{
    return (pairs.spent() > kSecondsBudget || pairs.wallSpent() > kWallBudget) && pairs.count() >= fewest;
}

/// Returns true after one pair with a partner so slow that no slow phase explains it: more would cost seconds and add nothing.
bool isEarlyWin(const TimedPairs& pairs)
{
    return pairs.spent() > kSecondsBudget && pairs.ratios().back() < kEarlyWinRatio;
}

/// Returns true if even the best pair is lost by more than the spread of the pairs.
bool losesBeyondSpread(const TimedPairs& pairs)
{
    const auto [least, most] = std::minmax_element(pairs.ratios().begin(), pairs.ratios().end());
    return *least - 1 > *most - *least;
}

bool isNarrow(const TimedPairs& pairs)
{
    const auto uncertainty = pairs.uncertainty();
    return uncertainty && *uncertainty <= kTargetHalfWidth;
}

} // namespace

TimedPairs::TimedPairs(TimedCall candidate, TimedCall partner)
    : m_timeCandidate(std::move(candidate))
    , m_timePartner(std::move(partner))
{
}

void TimedPairs::measurePair()
{
    if (m_beforeEachPair) {
        m_beforeEachPair();
    }
    const auto start = std::chrono::steady_clock::now();
    double c = 0;
    double p = 0;
    if (m_ratios.size() % 2 == 0) {
        p = m_timePartner();
        c = m_timeCandidate();
    } else {
        c = m_timeCandidate();
        p = m_timePartner();
    }
    m_candidate.push_back(c);
    m_partner.push_back(p);
    m_ratios.push_back(c / p);
    m_spent += c + p;
    m_wallSpent += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double TimedPairs::ratio() const
{
    return midmean(m_ratios);
}

double TimedPairs::undisturbedRatio() const
{
    return undisturbedTime(m_candidate) / undisturbedTime(m_partner);
}

std::optional<double> TimedPairs::uncertainty() const
{
    const size_t n = m_ratios.size();
    if (n < 2) {
        return std::nullopt;
    }
    if (n > std::size(kStudentT) + 1) {
        const MedianInterval interval = medianInterval(m_ratios);
        return (interval.high - interval.low) / 2 / ratio();
    }
    std::vector<double> logs;
    for (const double ratio : m_ratios) {
        logs.push_back(std::log(ratio));
    }
    const double middle = mean(logs);
    double squares = 0;
    for (const double log : logs) {
        squares += (log - middle) * (log - middle);
    }
    const auto count = static_cast<double>(n);
    return kStudentT[n - 2] * std::sqrt(squares / (count - 1) / count);
}

double TimedPairs::wins() const
{
    double wins = 0;
    for (const double ratio : m_ratios) {
        wins += ratio < 1 ? 1 : ratio == 1 ? 0.5 : 0;
    }
    return wins;
}

bool mayBeFaster(TimedPairs& pairs)
{
    while (true) {
        pairs.measurePair();
        const int n = pairs.count();
        if (n == 1 && (pairs.ratio() > kEarlyLossRatio || isEarlyWin(pairs))) {
            return isEarlyWin(pairs);
        }
        if (n < kMinPairs) {
            continue;
        }
        if (losesBeyondSpread(pairs) || (std::ranges::min(pairs.ratios()) > 1 && n >= kDecisivePairs)) {
            return false;
        }
        if (std::ranges::max(pairs.ratios()) < 1) {
            return true;
        }
        if ((n >= kContenderPairs && pairs.ratio() > kTieRatio) || n >= kMaxScreenedPairs || isOver(pairs)) {
            return pairs.ratio() < 1;
        }
    }
}

bool isProvenFaster(TimedPairs& pairs)
{
    for (const Look& look : kInterimLooks) {
        while (pairs.count() < look.pairs) {
            pairs.measurePair();
            if (pairs.count() == 1 && isEarlyWin(pairs)) {
                return true;
            }
            if (pairs.count() == kMinProvenPairs && std::ranges::max(pairs.ratios()) < kClearWinRatio) {
                return true;
            }
            if (isOver(pairs, kMinProvenPairs)) {
                return std::ranges::max(pairs.ratios()) < 1;
            }
        }
        if (pairs.wins() >= look.wins) {
            return true;
        }
        if (pairs.wins() < look.futilityWins) {
            return false;
        }
    }
    return false;
}

void estimateRatio(TimedPairs& pairs, bool isRough)
{
    do {
        pairs.measurePair();
    } while (!isOver(pairs, isEarlyWin(pairs) ? 1 : kMinPairs) && pairs.count() < (isRough ? kRoughPairs : kMaxPairs)
             && !(pairs.count() >= kRoughPairs && isNarrow(pairs)));
}

void estimateSlowRatio(TimedPairs& pairs, double maxWallSeconds)
{
    do {
        pairs.measurePair();
    } while (pairs.count() < kMinIntervalPairs
             || (pairs.wallSpent() < maxWallSeconds && pairs.count() < kMaxThoroughPairs
                 && !(pairs.count() >= kRoughPairs && isNarrow(pairs))));
}

void estimateRatioThoroughly(TimedPairs& pairs, double maxWallSeconds)
{
    do {
        pairs.measurePair();
    } while (pairs.count() < kMinPairs
             || (pairs.spent() < kThoroughSeconds && pairs.wallSpent() < maxWallSeconds && pairs.count() < kMaxThoroughPairs
                 && !(pairs.count() >= kMinThoroughPairs && isNarrow(pairs))));
}

} // namespace knobscope
