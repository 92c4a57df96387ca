// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loopcontrol.h"
#include "core/loop/warmstart.h"
#include "core/measure/measurer.h"
#include "core/store/trialscale.h"
#include "core/task/task.h"
#include "core/tuner/pruner.h"
#include "core/tuner/tuner.h"

#include <cstdint>

namespace knobscope {

struct RunStarted {
    const Task* task = nullptr;
    std::string label;
    RunOptions options;
    int64_t run = 0;       ///< number of the task in the list, from 1
    int64_t runs = 1;
    int64_t restored = 0;  ///< trials that an earlier session measured
    int64_t resumedRow = 0; ///< the project's row that this run goes on with; 0: a new one
    std::vector<int64_t> added; ///< numbers of the restored trials that a person had added
};
/// Who chose a config to be measured.
enum class TrialOrigin : uint8_t {
    Tuner,
    Seed,
    Added,
    Recorded ///< of a resumed run: the tuner would not have tried it here (RecordedOrder)
};
struct TrialFinished {
    int64_t number = 0;    ///< from 1
    ConfigEntity entity;
    MeasureResult result;
    double gflops = 0;     ///< 0 when it failed
    double bestGflops = 0;
    int64_t bestIndex = -1;
    TrialOrigin origin = TrialOrigin::Tuner;
    bool restored = false; ///< it was measured before; listeners that keep results have it
    std::vector<StageTime> stages; ///< the measurer's and the loop's own
};
/// A trial that had worked is on record with another result from now on: when the best few were looked at once more its answer
/// was wrong, or it was quicker than the best.
struct TrialCorrected {
    int64_t number = 0;
    ConfigEntity entity;
    MeasureResult result;     ///< what counts now
    double gflops = 0;        ///< 0: it failed
    double heardSeconds = 0;  ///< what the tuner was told
};
struct Progress {
    int64_t done = 0;
    int64_t total = 0;        ///< the trials wanted, or all that the space has
    double currentGflops = 0; ///< of the last successful trial
    double bestGflops = 0;
    double bestSpeedup = 0;   ///< over the anchor; 0: not known
    double pace = 0;          ///< of the machine in the last trial; 0: not known
    double elapsedSeconds = 0; ///< pauses left out
    double secondsLeft = -1;  ///< to the limits of trials and time, whichever comes first; -1: not known yet
    double trialsPerSecond = 0;
    int64_t errors = 0;
    double buildSeconds = 0;  ///< of a trial, mean
    double runSeconds = 0;    ///< of a trial on the device, mean
    double buildersBusy = 0;  ///< how many built at a time, mean
    double deviceIdle = 0;    ///< share of the time in which the device ran nothing, 0 to 1
};
struct RunFinished {
    std::string reason;    ///< "finished", "stopped", "failed" (what measuring needs is gone; a stopped run in projects)
    Sentence detail;       ///< the limit that ended it ("no better config in 50 trials"), or why it failed
    int64_t trials = 0;
    int64_t errors = 0;
    double bestGflops = 0;  ///< of the best trial, as its row has it; so are the next three
    int64_t bestIndex = -1;
    double bestSeconds = 0; ///< at full pace
    double bestSpeedup = 0; ///< over the anchor; 0: not known
    double pace = 0;        ///< of the machine, mean of the last pacedTrials; 0: not known
    double seconds = 0;
    double trialsPerSecond = 0;
    WarmStart warm;        ///< what it was given of earlier results, and what that was worth
    PruneCount pruning;    ///< proposals that were left out; they are no trials
};

/// Hears what happens, in the loop's thread. Override what matters.
class LoopListener
{
public:
    virtual ~LoopListener() = default;
    /// Asked before a run starts; a failure refuses it, so that nothing is measured that could not be kept.
    virtual Result<void> makeReady(const RunStarted&) { return {}; }
    /// Asked while a run goes on; a failure ends it as a stop does when what is in flight is finished, for this reason.
    virtual Result<void> mayGoOn() { return {}; }
    /// Asked when a run that was made ready has no trials: seconds of a call of the task's anchor at full pace, where an earlier
    /// run on this machine has timed it; 0: nothing is known.
    virtual double anchorSeconds() const { return 0; }
    virtual void runStarted(const RunStarted&) {}
    virtual void trialFinished(const TrialFinished&) {}
    virtual void trialCorrected(const TrialCorrected&) {}
    /// The run's trials count with other seconds and speed-ups from now on; the best one's own trialCorrected() follows.
    virtual void scaleCorrected(const TrialScale&) {}
    virtual void progress(const Progress&) {}
    virtual void runFinished(const RunFinished&) {}
    virtual void logLine(const Sentence&) {}
    /// What makes the run's figures doubtful; a line like others unless somebody makes more of it.
    virtual void warning(const Sentence& line) { logLine(line); }
    /// The limits were changed while the run goes on.
    virtual void limitsChanged(const RunOptions&) {}
};

/// A recorded result that a resumed run takes instead of measuring again.
struct RecordedTrial {
    int64_t index = 0;
    MeasureResult result;
    bool added = false; ///< by a person: not a proposal of the tuner
    double heardSeconds = 0; ///< what the tuner had been told, where the result was corrected later; 0: that result

    /// The speed that the tuner had been told, FLOP/s as AutoTVM counts them; 0: it failed.
    double heardFlops(const Task& task) const;
};

/// One task to tune.
struct LoopTask {
    Task task;
    std::string label;
    RunOptions options;
    std::vector<RecordedTrial> recorded; ///< in the order measured
    int64_t resumedRow = 0;
    std::shared_ptr<BoundSource> bounds; ///< of this task, remembered from before (boundsOf); null: the run makes its own
    std::vector<EarlierTask> history; ///< what the tuner may learn from
    WarmStart warm; ///< where history and known are from
    std::vector<Trial> known; ///< results that count as measured: the tuner hears of them first and proposes none of them
    /// Called when its turn comes, before its run starts; the sentences are said to the listeners. May be empty.
    std::function<std::vector<Sentence>(LoopTask&)> prepare;
    bool isNextSlice = false; ///< what disturbs the measurer was looked for a moment ago, which takes a third of a second
};

/// Tunes the tasks one after the other in the calling thread. Building and running overlap; results reach the tuner in the order
/// of its proposals and each proposal is made at a fixed point of that order, so that a seed gives the same proposals whatever
/// the timing. Configs that are added keep their place in that order, so that a resumed run meets them where they were. A limit
/// that is reached ends the proposals; what is in flight then is finished and kept. Proposals that options.prune leaves out are
/// no trials: the tuner hears of them in their turn what they may reach at most. Refuses when the tuner, a seed or a GPU task
/// cannot start, and what a listener refuses; errors of single trials are results. A config that could not be tried
/// (MeasureResult::isUntried) is no trial: it ends the run as "failed", and with it all tasks, to be tried when they go on.
Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners);

} // namespace knobscope
