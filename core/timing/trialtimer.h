// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"
#include "core/timing/pace.h"
#include "core/timing/timedkernel.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace knobscope {

class TimedPairs;

/// Result of running a kernel.
struct RunOutcome {
    MeasureError error = MeasureError::None;
    Sentence why;              ///< reason of a failure; with a success, why its time is doubtful
    Timing timing;
    std::vector<double> costs; ///< seconds per call at full pace
    bool isBest = false;       ///< proven to be faster than the best that it was timed against
    bool mustRestart = false;  ///< the device's context is lost, so this process must restart
    std::vector<StageTime> stages;
};

/// Kernels that a task's candidates are timed against: the anchor, the reference of all its speed-ups, and the best so far, the
/// partner of candidates in pairs. `Kernel` is a loaded kernel, a built one, or the key of one in a message.
template<class Kernel>
struct References {
    Kernel anchor{};           ///< none: the candidate is sampled without a partner
    double anchorSeconds = 0;  ///< of a call at full pace
    /// The anchor's seconds were sampled for the current run. They decrease when rank() or a thorough time() observes the anchor
    /// faster: it was sampled in a slow phase that the pace does not show.
    bool mayBeCorrected = false;
    Kernel best{}; ///< none: the anchor
    double bestSpeedup = 1; ///< over the anchor

    /// The same with other representations of the kernels.
    template<class Convert>
    auto mapped(const Convert& convert) const
    {
        return References<std::decay_t<decltype(convert(anchor))>>{convert(anchor), anchorSeconds, mayBeCorrected, convert(best),
                                                                   bestSpeedup};
    }
};
using TimedReferences = References<TimedKernel*>;

/// One of several kernels that were timed against each other.
struct RankedKernel {
    Timing timing; ///< its ratio is to the first kernel
    bool isSignificantlyFaster = false; ///< than the first kernel: sign test, p < 0.005
};

/// Environment of a timer besides the kernels; tests substitute a simulated machine.
struct TimingWorld {
    std::function<double()> rate; ///< see PaceGauge
    std::function<void(std::chrono::milliseconds)> rest;
};

/// Times kernels on any device (docs/decisions/0005, 0017). The speed-up of a candidate that beats the best is measured on pairs
/// with the anchor that were not used to select it, so that errors do not accumulate along a chain of winners.
class TrialTimer
{
public:
    explicit TrialTimer(TimingWorld world);

    PaceGauge& pace() { return m_pace; }

    /// Fills in costs and timing. Without an anchor, samples the candidate for three quarters of a second. Returns the failure of
    /// the candidate or of its partner.
    Result<void> time(TimedKernel& candidate, double warmUpSeconds, TimedReferences& references, const MeasureOptions& options,
                      RunOutcome& out);

    /// Times all kernels and the anchor round-robin. Speed-ups are over the anchor, or over the first kernel if there is none.
    /// The winner's is measured as by a thorough time(), so that measuring it again gives the same result.
    Result<std::vector<RankedKernel>> rank(const std::vector<std::unique_ptr<TimedKernel>>& kernels, TimedReferences& references,
                                           const MeasureOptions& options = {});

private:
    struct PaceWatch;
    /// Seconds at full pace and pace of an anchor, which has no partner.
    struct Sampled {
        double seconds = 0;
        double pace = 1; ///< median of the machine's pace meanwhile
    };
    Result<Sampled> sampleUnpaired(TimedKernel& kernel, int bursts);
    /// Estimates the ratio on fresh pairs with the anchor; repeats if the anchor indicates a slow phase, and returns the calmest
    /// pairs.
    TimedPairs estimateRatioWhenCalm(const std::function<TimedPairs()>& fresh, bool isRough, double anchorSeconds);
    Result<void> timeAlone(TimedKernel& candidate, const MeasureOptions& options, RunOutcome& out);
    Result<void> timePlainly(TimedKernel& candidate, const MeasureOptions& options, RunOutcome& out);
    Result<void> timeInPairs(const TimedReferences& references, TimedKernel& candidate, double warmUpSeconds, RunOutcome& out);
    Result<void> timeThoroughly(TimedReferences& references, TimedKernel& candidate, double warmUpSeconds,
                                const MeasureOptions& options, RunOutcome& out);
    Result<void> timeWinnerThoroughly(TimedReferences& references, const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                      const MeasureOptions& options, std::vector<RankedKernel>& ranked);
    /// Samples the anchor again if it was just observed faster than recorded; keeps the lower value.
    void remeasureAnchor(TimedReferences& references, double observedSeconds);

    TimingWorld m_world;
    PaceGauge m_pace;
};

} // namespace knobscope
