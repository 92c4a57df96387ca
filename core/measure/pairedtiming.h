// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <vector>

namespace knobscope {

/// Seconds of one call (or the mean of a few, for calls too short for the clock).
using TimedCall = std::function<double()>;

/// Two kernels timed in turn, each first every other time. On shared machines whole stretches of time run 1.5 to 2 times slower;
/// the two of a pair meet the same stretch, so that their ratio holds where either time alone does not.
class TimedPairs
{
public:
    TimedPairs(TimedCall candidate, TimedCall partner);
    /// Called before each pair, for whoever looks at the machine meanwhile.
    void beforeEach(std::function<void()> look) { m_beforeEach = std::move(look); }

    void take();
    int count() const { return static_cast<int>(m_ratios.size()); }
    /// What timing them has taken, in seconds.
    double spent() const { return m_spent; }
    /// The same by the clock on the wall: more, where other programs had the core meanwhile, which timed calls leave out.
    double wallSpent() const { return m_wallSpent; }
    /// The middle of candidate / partner (midmean); NaN before the first pair.
    double ratio() const;
    /// Candidate / partner where neither is disturbed: of each the samples that nothing slowed down (`undisturbed`). A slow
    /// stretch slows two kernels by different shares, which the pairs in it carry into their ratios; NaN before the first pair.
    double undisturbedRatio() const;
    /// In how many pairs the candidate was the quicker, ties as half.
    double wins() const;
    /// candidate / partner, in order.
    const std::vector<double>& ratios() const { return m_ratios; }
    const std::vector<double>& candidate() const { return m_candidate; } ///< seconds, in order
    const std::vector<double>& partner() const { return m_partner; }

private:
    TimedCall m_timeCandidate;
    TimedCall m_timePartner;
    std::function<void()> m_beforeEach;
    std::vector<double> m_ratios;
    std::vector<double> m_candidate;
    std::vector<double> m_partner;
    double m_spent = 0;
    double m_wallSpent = 0;
};

/// Takes pairs until it is clear whether the candidate may be quicker than its partner, at most 11 of them. Losers by far need
/// one pair, and most no more than three to seven: how much they lose by need not be known to the percent. True: it may be; the
/// pairs say so in its favour, which flatters it, and prove nothing.
bool mayBeQuicker(TimedPairs& pairs);

/// Takes fresh pairs, which had no part in singling the candidate out, and tests them by the signs of their differences: 5 far
/// ahead, 7 of 7, 13 of 15 or 23 of 31. A kernel that is just as quick as its partner passes in about one of a hundred times.
bool isQuicker(TimedPairs& pairs);

/// Takes pairs for the ratio alone, whatever it comes to: until half the width of its interval is below 1 % of it; 15 to 45
/// pairs, `isRough` only 15.
void weigh(TimedPairs& pairs, bool isRough);

/// The same for somebody who waits for nothing else: 60 pairs, and for 3 seconds where the interval stays wide, 1,000 at most.
/// What is there after `mostWallSeconds` counts: on a busy machine, a deadline comes long before so many seconds of calls.
void weighThoroughly(TimedPairs& pairs, double mostWallSeconds = std::numeric_limits<double>::infinity());

} // namespace knobscope
