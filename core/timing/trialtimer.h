// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"
#include "core/timing/pace.h"
#include "core/timing/timedkernel.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

namespace knobscope {

class TimedPairs;

/// Result of running a kernel.
struct RunOutcome {
    MeasureError error = MeasureError::None;
    Sentence why;              ///< reason of a failure; with a success, why its time is doubtful
    Timing timing;
    std::vector<double> costs; ///< seconds per call at full pace
    bool isBest = false;       ///< now the best of its task, which later candidates are timed against
    bool isAnchor = false;     ///< became the anchor of a task that had none
    bool mustRestart = false;  ///< the device's context is lost, so this process must restart
    std::vector<StageTime> stages;
};

/// Source of an anchor's seconds.
struct AnchorScale {
    double seconds = 0;  ///< of a call at full pace, if already known
    /// Otherwise a task that computes the same with another template. If it has an anchor, the new anchor is timed in pairs with
    /// it, so that the seconds of both tasks are comparable; timed in separate phases, their scales may differ by a factor of
    /// two.
    std::string sharedScaleTask;
    bool isThorough = false; ///< without a partner, sampled for twice as long
};

/// Result of timing an anchor.
struct AnchorTiming {
    double seconds = 0; ///< per call at full pace
    double pace = 1; ///< median of the machine's pace during the timing
};

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

/// Times kernels on any device (docs/decisions/0005, 0017). A task has an anchor, the reference of all its speed-ups, and a best
/// kernel so far, the partner of candidates in pairs. The best's own speed-up is measured on pairs with the anchor that were not
/// used to select it, so that errors do not accumulate along a chain of winners.
class TrialTimer
{
public:
    explicit TrialTimer(TimingWorld world);
    ~TrialTimer();

    PaceGauge& pace() { return m_pace; }

    /// Makes a kernel the anchor and best of its task. Without known seconds or a comparable task, it is sampled without a
    /// partner for three quarters of a second. Fails if the kernel fails while it is sampled.
    Result<AnchorTiming> setAnchor(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel,
                                   const AnchorScale& scale = {});
    /// Makes a kernel with a known speed-up over the anchor the best so far. The task must have an anchor.
    void setBest(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel, double speedup);
    /// Resets the best to the anchor, for a new run.
    void forgetBest(const std::string& taskKey);

    /// Fills in costs, timing and the kernel's role. In a task without an anchor, the candidate becomes the anchor. Returns the
    /// failure of the candidate or of its partner.
    Result<void> time(const std::string& taskKey, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                      const MeasureOptions& options, RunOutcome& out);

    /// Times all kernels and the task's anchor round-robin. Speed-ups are over the anchor, or over the first kernel if the task
    /// has none. The winner's is measured as by a thorough time(), so that measuring it again gives the same result. Also
    /// remeasures the anchor (see anchorSeconds).
    Result<std::vector<RankedKernel>> rank(const std::string& taskKey, const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                           const MeasureOptions& options = {});

    /// Seconds per call of the task's anchor at full pace; 0 if it has none. If the anchor was sampled here for the current run,
    /// they decrease when rank() or a thorough time() observes it faster: it was sampled in a slow phase that the pace does not
    /// show.
    double anchorSeconds(const std::string& taskKey) const;

    void clear();

private:
    struct References;
    struct PaceWatch;
    /// Estimates the ratio on fresh pairs with the anchor; repeats if the anchor indicates a slow phase, and returns the calmest
    /// pairs.
    TimedPairs estimateRatioWhenCalm(const std::function<TimedPairs()>& fresh, bool isRough, double anchorSeconds);
    Result<void> timeInPairs(References& task, std::shared_ptr<TimedKernel> candidate, double warmUpSeconds, RunOutcome& out);
    Result<void> timeThoroughly(References& task, TimedKernel& candidate, double warmUpSeconds, const MeasureOptions& options,
                                RunOutcome& out);
    Result<void> timeWinnerThoroughly(References& task, const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                      const MeasureOptions& options, std::vector<RankedKernel>& ranked);
    Result<AnchorTiming> sampleUnpaired(TimedKernel& kernel, int bursts);
    Result<AnchorTiming> samplePaired(TimedKernel& kernel, const References& other);
    /// Samples the anchor again if it was just observed faster than recorded; keeps the lower value.
    void remeasureAnchor(References& task, double observedSeconds);

    TimingWorld m_world;
    PaceGauge m_pace;
    std::map<std::string, std::unique_ptr<References>> m_tasks;
};

} // namespace knobscope
