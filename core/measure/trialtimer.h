// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/measure/pace.h"
#include "core/measure/timedkernel.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>

namespace knobscope {

class TimedPairs;

/// What running a kernel gave.
struct RunOutcome {
    MeasureError error = MeasureError::None;
    Sentence why;              ///< it failed; of a success: its time is doubtful
    Timing timing;
    std::vector<double> costs; ///< seconds a call at full pace
    bool isBest = false;       ///< it is now the best of its task, which later candidates are timed against
    bool isAnchor = false;     ///< the task had no anchor, and this kernel is it now
    bool mustRestart = false;  ///< the device's context is lost, and with it this process
    std::vector<StageTime> stages;
};

/// Where the seconds of an anchor come from.
struct AnchorScale {
    double seconds = 0;  ///< of a call at full pace, when known from before
    /// Else: a task that computes the same by another template. Where it has an anchor the new one is timed in pairs with that,
    /// so that both tasks' seconds can be compared; the two alone, in stretches of their own, may be on scales twice apart.
    std::string beside;
    bool isThorough = false; ///< sampled alone, for twice as long as else
};

/// What an anchor's own timing gave.
struct AnchorTiming {
    double seconds = 0; ///< a call at full pace
    double pace = 1; ///< of the machine meanwhile, median
};

/// One of several kernels that were timed against each other.
struct RankedKernel {
    Timing timing; ///< its ratio is to the first of the kernels
    bool isShownQuicker = false; ///< than the first: by the signs of their differences (p < 0.005)
};

/// What a timer asks of the world besides the kernels. Tests put a simulated machine here.
struct TimingWorld {
    std::function<double()> rate; ///< see PaceGauge
    std::function<void(std::chrono::milliseconds)> rest;
};

/// Times kernels, on whatever device they are (docs/decisions/0005, 0017). A task has an anchor, which all its speed-ups are
/// relative to, and a best kernel so far, which candidates are timed against in pairs. The best's own speed-up is measured on
/// pairs with the anchor that had no part in choosing it, so that errors do not multiply along a chain of winners.
class TrialTimer
{
public:
    explicit TrialTimer(TimingWorld world);
    ~TrialTimer();

    PaceGauge& pace() { return m_pace; }

    /// Makes a kernel the anchor of its task, and its best so far. With neither seconds nor a task beside it is sampled alone,
    /// for three quarters of a second. Refuses what fails while it is sampled.
    Result<AnchorTiming> setAnchor(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel,
                                   const AnchorScale& scale = {});
    /// Makes a kernel whose speed-up over the anchor is known the best so far. The task must have an anchor.
    void setBest(const std::string& taskKey, std::unique_ptr<TimedKernel> kernel, double speedup);
    /// Back to the anchor as the best, for a new run.
    void forgetBest(const std::string& taskKey);

    /// Fills in costs, timing and what the kernel is now. A task without an anchor takes the candidate for it. Answers what went
    /// wrong, with the candidate or with what it was timed against.
    Result<void> time(const std::string& taskKey, std::unique_ptr<TimedKernel> candidate, double warmUpSeconds,
                      const MeasureOptions& options, RunOutcome& out);

    /// Times all of them and the task's anchor round and round. Speed-ups are over the anchor, or over the first kernel when the
    /// task has none. The winner's is taken as a thorough time() takes it, so that measuring it anew finds the same. A second
    /// look at the anchor, too (see anchorSeconds).
    Result<std::vector<RankedKernel>> rank(const std::string& taskKey, const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                                           const MeasureOptions& options = {});

    /// Seconds of a call of the task's anchor at full pace; 0: it has none. Those of an anchor that was sampled here, for the run
    /// that goes on, fall when it is met quicker later on (rank(), a thorough time()): it was sampled in a slow stretch that the
    /// pace does not show.
    double anchorSeconds(const std::string& taskKey) const;

    void clear();

private:
    struct References;
    struct PaceWatch;
    /// Weighs fresh pairs with the anchor, and others where the anchor shows that the machine is in a slow stretch; the calmest.
    TimedPairs weighWhenCalm(const std::function<TimedPairs()>& fresh, bool isRough, double anchorSeconds);
    Result<void> timeInPairs(References& task, std::shared_ptr<TimedKernel> candidate, double warmUpSeconds, RunOutcome& out);
    Result<void> timeThoroughly(References& task, TimedKernel& candidate, double warmUpSeconds, const MeasureOptions& options,
                                RunOutcome& out);
    Result<void> weighWinner(References& task, const std::vector<std::unique_ptr<TimedKernel>>& kernels,
                             const MeasureOptions& options, std::vector<RankedKernel>& ranked);
    Result<AnchorTiming> sampleAlone(TimedKernel& kernel, int bursts);
    Result<AnchorTiming> sampleBeside(TimedKernel& kernel, const References& other);
    /// Samples the anchor anew when it has just been met quicker than on record; the lower of both counts.
    void lookAgain(References& task, double metSeconds);

    TimingWorld m_world;
    PaceGauge m_pace;
    std::map<std::string, std::unique_ptr<References>> m_tasks;
};

} // namespace knobscope
