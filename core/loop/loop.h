// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measurer.h"
#include "core/task/task.h"
#include "core/tuner/tuner.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

namespace knobscope {

/// What a run does and when it ends.
struct RunOptions {
    std::string tuner = "default";
    nlohmann::json parameters = nlohmann::json::object(); ///< of the tuner
    int64_t trials = 128;
    double seconds = 0;         ///< 0: no limit
    int64_t earlyStopping = 0;  ///< trials since the best one; 0: none (AutoTVM's rule, section "The tuning loop")
    uint64_t seed = 0;
    int confirmTop = 4;         ///< the best few are re-timed against each other before one is called best; 0: not
};

nlohmann::json runOptionsToJson(const RunOptions& options);
RunOptions runOptionsFromJson(const nlohmann::json& json);

struct RunStarted {
    const Task* task = nullptr;
    std::string label;
    RunOptions options;
    int64_t run = 0;       ///< number of the task in the list, from 1
    int64_t runs = 1;
    int64_t restored = 0;  ///< trials that an earlier session measured
    int64_t resumedRow = 0; ///< the project's row that this run goes on with; 0: a new one
};
struct TrialFinished {
    int64_t number = 0;    ///< from 1
    ConfigEntity entity;
    MeasureResult result;
    double gflops = 0;     ///< 0 when it failed
    double bestGflops = 0;
    int64_t bestIndex = -1;
    bool restored = false; ///< it was measured before; listeners that keep results have it
    std::vector<StageTime> stages; ///< the measurer's and the loop's own
};
struct Progress {
    int64_t done = 0;
    int64_t total = 0;
    double currentGflops = 0; ///< of the last successful trial
    double bestGflops = 0;
    double elapsedSeconds = 0;
    double secondsLeft = -1;  ///< -1: not known yet
    double trialsPerSecond = 0;
    int64_t errors = 0;
};
struct RunFinished {
    std::string reason;    ///< "finished", "stopped", "failed"
    std::string detail;    ///< a sentence when it failed, or what stopped it
    int64_t trials = 0;
    int64_t errors = 0;
    double bestGflops = 0; ///< after re-timing
    int64_t bestIndex = -1;
    double bestSeconds = 0;
    double seconds = 0;
    double trialsPerSecond = 0;
};

/// Hears what happens, in the loop's thread. Override what matters.
class LoopListener
{
public:
    virtual ~LoopListener();
    virtual void runStarted(const RunStarted&) {}
    virtual void trialFinished(const TrialFinished&) {}
    virtual void progress(const Progress&) {}
    virtual void runFinished(const RunFinished&) {}
    virtual void logLine(const std::string&) {}
};

/// Stops, pauses and resumes a loop from any thread.
class LoopControl
{
public:
    /// Ends the run at once; what is finished is kept, what is in flight is not.
    void stop();
    void pause();
    void resume();
    bool isStopping() const { return m_stop; }
    bool isPaused() const { return m_paused; }
    /// Blocks while paused; false when stopping.
    bool waitWhilePaused();

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_paused{false};
};

/// A recorded result that a resumed run takes instead of measuring again.
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
};

/// Tunes the tasks one after the other in the calling thread. Building and running overlap; results reach the tuner in the order
/// of its proposals and each proposal is made at a fixed point of that order, so that a seed gives the same proposals whatever
/// the timing. Refuses when the tuner or a GPU task cannot start; errors of single trials are results.
Result<std::vector<RunFinished>> tune(std::vector<LoopTask> tasks, Measurer& measurer, LoopControl& control,
                                      std::span<LoopListener* const> listeners);

} // namespace knobscope
