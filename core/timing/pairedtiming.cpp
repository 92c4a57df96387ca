// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/pairedtiming.h"

#include "core/base/statistics.h"

#include <algorithm>
#include <chrono>

namespace knobscope {

namespace {

constexpr double secondsBudget = 0.25; // for each of the three functions; slow kernels are also steadier
constexpr int fewestPairs = 3;         // minimum beyond the budget

constexpr double hopelessAbove = 2.2; // a first pair above this ratio is a loss that no slow phase explains
constexpr int surePairs = 7;          // if all are lost, the kernel is slower: an equal one loses 7 of 7 with probability 1/128
constexpr int contenderPairs = 7;
constexpr double levelAbove = 1.005; // after contenderPairs, a candidate above this ratio is dropped
constexpr int mostScreened = 11;

constexpr double crushing = 0.4;
constexpr double farAhead = 0.9;
constexpr int fewestProven = 5;

struct Look {
    int pairs;
    double wins;    ///< sufficient as proof
    double hopeful; ///< fewer wins end the test
};
/// Probability that an equal kernel passes: 1/128, 1/270, 1/190 (binomial).
constexpr Look looks[] = {{7, 7, 4}, {15, 13, 10}, {31, 23, 23}};

constexpr double wantedHalfWidth = 0.01;
constexpr int roughlyWeighed = 15;
constexpr int mostWeighed = 45;
constexpr int fewestThorough = 60;
constexpr int mostThorough = 1000;
constexpr double thoroughSeconds = 3;

bool isOver(const TimedPairs& pairs, int fewest = fewestPairs)
{
    return pairs.spent() > secondsBudget && pairs.count() >= fewest;
}

/// Returns true after one pair with a partner so slow that no slow phase explains it: more would cost seconds and add nothing.
bool isCrushing(const TimedPairs& pairs)
{
    return pairs.spent() > secondsBudget && pairs.ratios().back() < crushing;
}

/// Returns true if even the best pair is lost by more than the spread of the pairs.
bool losesBeyondScatter(const TimedPairs& pairs)
{
    const auto [least, most] = std::minmax_element(pairs.ratios().begin(), pairs.ratios().end());
    return *least - 1 > *most - *least;
}

bool isNarrow(const TimedPairs& pairs)
{
    const MedianInterval interval = medianInterval(pairs.ratios());
    return (interval.high - interval.low) / 2 <= wantedHalfWidth * pairs.ratio();
}

} // namespace

TimedPairs::TimedPairs(TimedCall candidate, TimedCall partner)
    : m_timeCandidate(std::move(candidate))
    , m_timePartner(std::move(partner))
{
}

void TimedPairs::take()
{
    if (m_beforeEach) {
        m_beforeEach();
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
    return undisturbed(m_candidate) / undisturbed(m_partner);
}

double TimedPairs::wins() const
{
    double wins = 0;
    for (const double ratio : m_ratios) {
        wins += ratio < 1 ? 1 : ratio == 1 ? 0.5 : 0;
    }
    return wins;
}

bool mayBeQuicker(TimedPairs& pairs)
{
    while (true) {
        pairs.take();
        const int n = pairs.count();
        if (n == 1 && (pairs.ratio() > hopelessAbove || isCrushing(pairs))) {
            return isCrushing(pairs);
        }
        if (n < fewestPairs) {
            continue;
        }
        if (losesBeyondScatter(pairs) || (std::ranges::min(pairs.ratios()) > 1 && n >= surePairs)) {
            return false;
        }
        if (std::ranges::max(pairs.ratios()) < 1) {
            return true;
        }
        if ((n >= contenderPairs && pairs.ratio() > levelAbove) || n >= mostScreened || isOver(pairs)) {
            return pairs.ratio() < 1;
        }
    }
}

bool isQuicker(TimedPairs& pairs)
{
    for (const Look& look : looks) {
        while (pairs.count() < look.pairs) {
            pairs.take();
            if (pairs.count() == 1 && isCrushing(pairs)) {
                return true;
            }
            if (pairs.count() == fewestProven && std::ranges::max(pairs.ratios()) < farAhead) {
                return true;
            }
            if (isOver(pairs, fewestProven)) {
                return std::ranges::max(pairs.ratios()) < 1;
            }
        }
        if (pairs.wins() >= look.wins) {
            return true;
        }
        if (pairs.wins() < look.hopeful) {
            return false;
        }
    }
    return false;
}

void weigh(TimedPairs& pairs, bool isRough)
{
    do {
        pairs.take();
    } while (!isOver(pairs, isCrushing(pairs) ? 1 : fewestPairs) && pairs.count() < (isRough ? roughlyWeighed : mostWeighed)
             && !(pairs.count() >= roughlyWeighed && isNarrow(pairs)));
}

void weighThoroughly(TimedPairs& pairs, double mostWallSeconds)
{
    do {
        pairs.take();
    } while (pairs.count() < fewestPairs
             || (pairs.spent() < thoroughSeconds && pairs.wallSpent() < mostWallSeconds && pairs.count() < mostThorough
                 && !(pairs.count() >= fewestThorough && isNarrow(pairs))));
}

} // namespace knobscope
