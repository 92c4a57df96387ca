// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace knobscope {

/// Times one call (or the mean of a few, if too short for the clock), in seconds.
using TimedCall = std::function<double()>;

/// Times two kernels alternately, with the order swapped in every other pair. Shared machines have phases that are 1.5 to 2 times
/// slower; both kernels of a pair meet the same phase, so that their ratio is reliable although the single times are not.
class TimedPairs
{
public:
    TimedPairs(TimedCall candidate, TimedCall partner);
    /// Sets a callback that runs before each pair, for example to sample the pace.
    void setBeforeEach(std::function<void()> look) { m_beforeEachPair = std::move(look); }

    void measurePair();
    int count() const { return static_cast<int>(m_ratios.size()); }
    /// Seconds spent in timed calls.
    double spent() const { return m_spent; }
    /// Wall-clock seconds; more than spent() if other programs used the core, which timed calls exclude.
    double wallSpent() const { return m_wallSpent; }
    /// Midmean of candidate / partner; NaN before the first pair.
    double ratio() const;
    /// Candidate / partner without disturbance: from the samples of each that nothing slowed down (`undisturbedTime`). A slow
    /// phase slows two kernels by different factors, which biases the ratios of its pairs. NaN before the first pair.
    double undisturbedRatio() const;
    /// Half width of the 95 % interval of the ratio, relative to it: by order statistics, of 2 to 5 pairs by Student's t of their
    /// logarithms. nullopt before the second pair.
    std::optional<double> uncertainty() const;
    /// Number of pairs in which the candidate was faster; ties count as half.
    double wins() const;
    /// candidate / partner, in order.
    const std::vector<double>& ratios() const { return m_ratios; }
    const std::vector<double>& candidate() const { return m_candidate; } ///< seconds, in order
    const std::vector<double>& partner() const { return m_partner; }

private:
    TimedCall m_timeCandidate;
    TimedCall m_timePartner;
    std::function<void()> m_beforeEachPair;
    std::vector<double> m_ratios;
    std::vector<double> m_candidate;
    std::vector<double> m_partner;
    double m_spent = 0;
    double m_wallSpent = 0;
};

/// Takes pairs, at most 11, until it is clear if the candidate may be faster than its partner. Clear losers need one pair, most
/// others three to seven: the size of a loss need not be known precisely. True means only "may be". Selection bias: these pairs
/// must not be reused for the estimate.
bool mayBeFaster(TimedPairs& pairs);

/// Takes fresh pairs, which were not used to select the candidate, and applies a sign test: 5 wins by a wide margin, 7 of 7, 13
/// of 15 or 23 of 31. A kernel as fast as its partner passes with a probability of about 1 %.
bool isProvenFaster(TimedPairs& pairs);

/// Takes pairs to estimate the ratio until the half width of its interval is below 1 %: 15 to 45 pairs; 15 if `isRough`.
void estimateRatio(TimedPairs& pairs, bool isRough);

/// Takes pairs of slow calls, such as runs of whole networks: at least 6, the fewest that bound a 95 % interval
/// (pairedDifference), then until 15 pairs have an interval with a half width below 1 %, or `maxWallSeconds` have passed.
void estimateSlowRatio(TimedPairs& pairs, double maxWallSeconds);

/// The same as estimateRatio() with more pairs, if nothing else waits: 60, and more for up to 3 seconds while the interval stays
/// wide, at most 1,000. Stops after `maxWallSeconds`: on a busy machine, a deadline comes long before that many seconds of calls.
void estimateRatioThoroughly(TimedPairs& pairs, double maxWallSeconds = std::numeric_limits<double>::infinity());

} // namespace knobscope
