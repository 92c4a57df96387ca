// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/trialscale.h"
#include "core/task/task.h"
#include "core/timing/measurer.h"
#include "core/tuner/pruner.h"
#include "core/tuner/tuner.h"
#include "core/tuning/loopcontrol.h"
#include "core/tuning/warmstart.h"

#include <cstdint>

namespace knobscope {

struct RunStarted {
    const Task* task = nullptr;
    std::string label;
    RunOptions options;
    int64_t run = 0;       ///< number of the task in the list, from 1
    int64_t runs = 1;
    int64_t restored = 0;  ///< trials measured in an earlier session
    int64_t resumedRow = 0; ///< project row that this run resumes; 0: a new one
    std::vector<int64_t> added; ///< numbers of the restored trials that the user had added
    std::string machine = thisMachine().cpu; ///< CPU of the machine that measures it
};
/// Source of a config.
enum class TrialOrigin : uint8_t {
    Tuner,
    Seed,
    Added,
    Recorded ///< by a resumed run; the tuner would not have proposed it here (ReplayLog)
};
struct TrialFinished {
    int64_t number = 0;    ///< from 1
    ConfigEntity entity;
    MeasureResult result;
    double gflops = 0;     ///< 0 if it failed
    double bestGflops = 0;
    int64_t bestIndex = -1;
    TrialOrigin origin = TrialOrigin::Tuner;
    bool restored = false; ///< measured in an earlier session; listeners that store results already have it
    std::vector<StageTime> stages; ///< the measurer's and the loop's own
};
/// A successful trial gets another result: re-timing the best few found a wrong answer, or showed that it is faster than the
/// best.
struct TrialCorrected {
    int64_t number = 0;
    ConfigEntity entity;
    MeasureResult result;     ///< replaces the earlier one
    double gflops = 0;        ///< 0 if it failed
    double reportedSeconds = 0;  ///< reported to the tuner
};
struct Progress {
    int64_t done = 0;
    int64_t total = 0;        ///< limit on trials, or the size of the space
    double currentGflops = 0; ///< of the last successful trial
    double bestGflops = 0;
    double bestSpeedup = 0;   ///< over the anchor; 0: unknown
    double pace = 0;          ///< of the machine during the last trial; 0: unknown
    double elapsedSeconds = 0; ///< excludes pauses
    double secondsLeft = -1;  ///< until the limit on trials or time, whichever is first; -1: unknown
    double trialsPerSecond = 0;
    int64_t errors = 0;
    double buildSeconds = 0;  ///< mean per trial
    double runSeconds = 0;    ///< mean per trial, on the device
    double buildersBusy = 0;  ///< mean number of concurrent builds
    double deviceIdle = 0;    ///< share of the time in which the device was idle, 0 to 1
};
struct RunFinished {
    std::string reason;    ///< "finished", "stopped", "failed" (the infrastructure failed; stored as a stopped run)
    Sentence detail;       ///< limit that ended it ("no better config in 50 trials"), or reason of the failure
    int64_t trials = 0;
    int64_t errors = 0;
    double bestGflops = 0;  ///< of the best trial, as in its row; so are the next three
    int64_t bestIndex = -1;
    double bestSeconds = 0; ///< at full pace
    double bestSpeedup = 0; ///< over the anchor; 0: unknown
    double pace = 0;        ///< of the machine, mean of the last kPacedTrials; 0: unknown
    double seconds = 0;
    double trialsPerSecond = 0;
    WarmStart warm;        ///< earlier results given to it
    PruneCount pruning;    ///< skipped proposals, which are not trials
};

/// Receives the events of a run in the loop's thread. Override as needed.
class LoopListener
{
public:
    virtual ~LoopListener() = default;
    /// Called before a run starts; an error rejects it, so that nothing is measured that could not be stored.
    virtual Result<void> prepare(const RunStarted&) { return {}; }
    /// Called during a run; an error stops it after the trials in flight, for this reason.
    virtual Result<void> checkCanContinue() { return {}; }
    /// Called after prepare() of a run without trials: seconds per call of the task's anchor at full pace, if an earlier run on
    /// this machine timed it; 0: unknown.
    virtual double anchorSeconds() const { return 0; }
    virtual void runStarted(const RunStarted&) {}
    virtual void trialFinished(const TrialFinished&) {}
    virtual void trialCorrected(const TrialCorrected&) {}
    /// The seconds and speed-ups of the run's trials have changed; trialCorrected() of the best one follows.
    virtual void scaleCorrected(const TrialScale&) {}
    virtual void progress(const Progress&) {}
    virtual void runFinished(const RunFinished&) {}
    virtual void logLine(const Sentence&) {}
    /// Reason to doubt the run's results; handled as a log line by default.
    virtual void warning(const Sentence& line) { logLine(line); }
    /// The limits were changed during the run.
    virtual void limitsChanged(const RunOptions&) {}
};

/// A recorded result that a resumed run uses instead of measuring again.
struct RecordedTrial {
    int64_t index = 0;
    MeasureResult result;
    bool added = false; ///< by the user, not proposed by the tuner
    double reportedSeconds = 0; ///< reported to the tuner, if the result was corrected later; 0: that result

    /// Speed reported to the tuner, in FLOP/s as AutoTVM counts them; 0 if it failed.
    double reportedFlops(const Task& task) const;
};

/// One task to tune.
struct LoopTask {
    Task task;
    std::string label;
    RunOptions options;
    std::vector<RecordedTrial> recorded; ///< in the order measured
    int64_t resumedRow = 0;
    std::shared_ptr<BoundSource> bounds; ///< of this task, from earlier (boundsOf); null: the run computes its own
    std::vector<EarlierTask> history; ///< earlier results for the tuner to learn from
    WarmStart warm; ///< sources of `history` and `known`
    std::vector<Trial> known; ///< results that count as measured: reported to the tuner first, and never proposed
    /// Called when its turn comes, before its run starts; the returned sentences are logged. May be empty.
    std::function<std::vector<Sentence>(LoopTask&)> prepare;
    bool isNextSlice = false; ///< skips the check for disturbing load, which takes a third of a second and was just done
};

/// Tunes the tasks one after the other in the calling thread. Building and running overlap. Results reach the tuner in the order
/// of its proposals, and each proposal is made at a fixed point of that order, so that a seed gives the same proposals whatever
/// the timing. Added configs have a place in that order, so that a resumed run replays them there. Reaching a limit ends the
/// proposals; trials in flight are finished and stored. Proposals skipped by options.prune are not trials: in their turn, the
/// tuner receives their upper bound. Fails if the tuner, a seed or a GPU task cannot start, or a listener rejects the run; errors
/// of single trials are results. A config that could not be tried (MeasureResult::infrastructureFailed) is not a trial: it ends
/// the run and all tasks as "failed", and is retried when they are resumed.
Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners);

} // namespace knobscope
