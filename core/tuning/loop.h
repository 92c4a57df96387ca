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
#include <memory>

namespace knobscope {

/// Place of a run among those of its tune() call.
struct RunPosition {
    int64_t number = 1;
    int64_t count = 1;
};
/// A run is started, or continued after it was suspended.
struct RunStarted {
    const Task* task = nullptr;
    std::string label;
    RunOptions options;
    RunPosition position;
    int64_t restored = 0;  ///< trials measured before, in an earlier session or before the run was suspended
    int64_t resumedRow = 0; ///< project row that this run resumes; 0: a new one
    std::string machine = thisMachine().cpu; ///< CPU of the machine that measures it
};
struct TrialFinished {
    int64_t number = 0;    ///< from 1
    ConfigEntity entity;
    MeasureResult result;
    double gflops = 0;     ///< 0 if it failed
    double bestGflops = 0;
    int64_t bestIndex = -1;
    std::vector<StageTime> stages; ///< the measurer's and the loop's own
    ProposalReason reason;
};
/// A successful trial gets another result: re-timing the best few found a wrong answer, or showed that it is faster than the
/// best.
struct TrialCorrected {
    int64_t number = 0;
    ConfigEntity entity;
    MeasureResult result;     ///< replaces the earlier one
    double gflops = 0;        ///< 0 if it failed
    double formerSeconds = 0;    ///< of the earlier one
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
    TrialScale scale;      ///< applied to its trials at the end (LoopListener::scaleCorrected)
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
    /// Called after prepare(): the anchor of a resumed run, or of an earlier run on this machine, with its seconds; empty:
    /// unknown.
    virtual Baseline baseline() const { return {}; }
    /// Called after prepare(): row of the run in a project; 0: it is not stored.
    virtual int64_t row() const { return 0; }
    virtual void runStarted(const RunStarted&) {}
    virtual void trialFinished(const TrialFinished&) {}
    virtual void trialCorrected(const TrialCorrected&) {}
    /// The seconds and speed-ups of the run's trials have changed; trialCorrected() of the best one follows.
    virtual void scaleCorrected(const TrialScale&) {}
    /// The run's trials are relative to this config from now on: baseline() named none, or one that does not run.
    virtual void anchorReplaced(const ConfigEntity&) {}
    virtual void progress(const Progress&) {}
    virtual void runFinished(const RunFinished&) {}
    virtual void logLine(const Sentence&) {}
    /// Reason to doubt the run's results; handled as a log line by default.
    virtual void warning(const Sentence& line) { logLine(line); }
    /// The limits were changed during the run.
    virtual void limitsChanged(const RunOptions&) {}
};

/// A result of a resumed run, which is reported to its tuner instead of measuring again.
struct RecordedTrial {
    int64_t index = 0;
    MeasureResult result;
};

/// One task to tune.
struct LoopTask {
    Task task;
    std::string label;
    RunOptions options;
    std::vector<RecordedTrial> recorded; ///< in the order measured
    int64_t resumedRow = 0;
    std::vector<EarlierTask> history; ///< earlier results for the tuner to learn from
    WarmStart warm; ///< sources of `history` and `known`
    std::vector<Trial> known; ///< results that count as measured: reported to the tuner first, and never proposed
    /// Called when its turn comes, before its run starts; the returned sentences are logged. May be empty.
    std::function<std::vector<Sentence>(LoopTask&)> prepare;
    bool isList = false; ///< its trials are options.seeds; options.tuner is just a name to store
    std::optional<ConfigEntity> anchor; ///< of the recorded trials; nullopt: unknown
};

/// A run of one task, in the calling thread. Building and running overlap. Results reach the tuner in the order of its
/// proposals, and each proposal is made at a fixed point of that order, so that a seed gives the same proposals whatever the
/// timing. The tuner of a resumed run observes the recorded trials as if another had proposed them. Reaching a limit ends the
/// proposals; trials in flight are finished and stored. Proposals skipped by options.prune are not trials: in their turn, the
/// tuner receives their upper bound. Errors of single trials are results. A config that could not be tried
/// (MeasureResult::infrastructureFailed) is not a trial: it ends the run as "failed", and is retried when it is resumed.
class Run
{
public:
    virtual ~Run() = default;
    /// Makes `trials` more trials, for at most `seconds` (0: no limit), re-times the best `confirmTop` (0: none), and suspends
    /// the run; listeners are told that it finished. The measurer is free for other runs until the next call. Fails if the tuner,
    /// a seed or a GPU task cannot start, or a listener rejects the run.
    virtual Result<RunFinished> advance(int64_t trials, double seconds, int confirmTop) = 0;
    /// Continues until a limit of the task's options is reached, and re-times the best options.confirmTop. Warns of load that
    /// disturbs times if the run starts here. Fails like advance().
    virtual Result<RunFinished> finish() = 0;
    /// Seconds of the best of the first `last` trials, on the run's scale; 0 if none worked.
    virtual double bestSeconds(int64_t last) const = 0;
};

/// Calls the task's `prepare`. `listeners` must outlive the run.
std::unique_ptr<Run> makeRun(LoopTask task, Measurer& measurer, LoopControl& control, std::span<LoopListener* const> listeners,
                             RunPosition position = {});

/// Tunes the tasks one after the other (Run::finish()). A failed run, a stop, or a listener that cannot continue ends all.
Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners);

} // namespace knobscope
