// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/measureoptions.h"
#include "core/result/result.h"
#include "core/space/entity.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

namespace knobscope {

/// AutoTVM's MeasureErrorNo.
enum class MeasureError : int {
    None = 0,
    Instantiation = 1, ///< the config is illegal
    CompileHost = 2,
    CompileDevice = 3,
    RuntimeDevice = 4, ///< the kernel crashed
    WrongAnswer = 5,
    BuildTimeout = 6,
    RunTimeout = 7,
    Unknown = 8,
};
/// "wrong answer", "build timeout", …
const char* errorText(MeasureError error);

/// One step of a trial, for the timeline. Times in Unix seconds.
struct StageTime {
    std::string name;
    double start = 0;
    double seconds = 0;
    std::string function;
    std::string file;
    int line = 0;
    int pid = 0;
    int tid = 0;
    std::string process; ///< "builder 1", "runner"
};

struct MeasureInput {
    nlohmann::json task; ///< {"task", "args", "target", "edits"}
    ConfigEntity entity;
};

/// How a kernel was timed, and what that says apart from the machine's pace.
struct Timing {
    double speedup = 0;    ///< over the task's anchor; 0: not known (it failed, or was timed plainly) …
    double speedupLow = 0; ///< … and its 95 % interval, of one that was timed thoroughly; 0: not known
    double speedupHigh = 0;
    double pace = 0;       ///< of the machine meanwhile, as a share of its best; 0: not known (a GPU)
    double secondsNow = 0; ///< what a call took then, median
    std::optional<double> ratio; ///< of its time to its partner's, when timed in pairs
    int pairs = 0;
    bool isImpossible = false; ///< quicker than this machine's cores can be (MachineLimit), twice: it counts as failed
    std::vector<double> candidate; ///< raw samples, seconds a call, in order …
    std::vector<double> partner;   ///< … and its partner's in the same pairs; both of the pairs that decided
};

/// The half width of a speed-up's interval as a share of it where that is too wide to pass over in silence; 0 otherwise.
double doubtOf(const Timing& timing);

struct MeasureResult {
    std::vector<double> costs; ///< seconds a call at full pace (timed plainly: as they were); {1e9} when it failed
    MeasureError error = MeasureError::None;
    Sentence why;              ///< it failed, or its time is doubtful ("Throttled by heat …")
    double allCost = 0;        ///< seconds spent on it
    double timestamp = 0;      ///< Unix seconds at its end
    double buildSeconds = 0;
    double runSeconds = 0;
    Timing timing;
    bool isAnchor = false;       ///< it became what the task's other configs are relative to
    bool isShownQuicker = false; ///< of compare(): than the first of the configs
    /// It could not be tried, and not by its own fault: `why` says what is missing here (a worker, the GPU, memory for a
    /// process). It is no trial, to be tried another time; the error is Unknown, and the measurer of no use until that is mended.
    bool isUntried = false;
    std::vector<StageTime> stages;

    double meanCost() const;
};

/// What the trials of a task are relative to, for a run that goes on.
struct Baseline {
    double anchorSeconds = 0; ///< a call of the anchor at full pace; 0: to be timed
    std::optional<ConfigEntity> best; ///< the partner in the pairs; none: the anchor …
    double bestSpeedup = 1; ///< … and its speed-up over the anchor
};

/// That of a config which was not even tried.
MeasureResult failedResult(MeasureError error, Sentence why);

struct Target;
struct Task;

/// Where trials are built and timed. Calls come from one thread. Time in which this whole program was stopped (Ctrl-Z) is no
/// config's: it counts for no time limit, and what was being timed then is timed again.
class Measurer
{
public:
    virtual ~Measurer();
    /// Whether it can measure configs of this task at all; a sentence when not. Unless it says otherwise: CPU tasks alone.
    virtual Result<void> accepts(const Task& task) const;
    /// A new run on a task begins: candidates are timed against the best of that run, from now on. Nothing may be in flight.
    virtual void beginRun(const Task&, const Baseline&) {}
    /// What will spoil the times: another program that measures, or others on the cores that kernels are timed on. Looks for a
    /// third of a second, before anything is measured; empty where nothing does, or it cannot be told.
    virtual Sentence whatDisturbs() const { return {}; }
    /// Another program that measures on the same device now (otherMeasuring()); asked at the end, too.
    virtual Sentence whoElseMeasures() const { return {}; }
    /// Queues a config; never waits for a kernel. Refuses all from the moment its device is gone.
    virtual Result<void> submit(int64_t id, MeasureInput input) = 0;
    /// The next finished one, in any order; nullopt when none finished within `wait`.
    virtual std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) = 0;
    /// Checks the answer of each, and times those that are right against each other and the anchor, alternately, so that their
    /// order can be trusted; results in their order. One that crashes is its own failure alone. Where the anchor turns out
    /// quicker than it was when this run began, the costs (an anchor's seconds over the speed-up) are on that scale, and those
    /// before on another.
    virtual std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) = 0;
    /// Abandons what is queued or running and ends all workers.
    virtual void stop() = 0;
    /// How many configs keep every worker busy.
    virtual int capacity() const = 0;
    /// How it times.
    virtual TimingKind kind() const { return {}; }
    /// The cores of this machine on which nothing is timed; empty: it does not matter.
    virtual std::vector<int> freeCores() const { return {}; }
};

/// Measures configs for their own sake, and waits for it: results in their order. Nothing where `isCancelled` became true
/// meanwhile; fails where one could not be tried (MeasureResult::isUntried).
Result<std::vector<MeasureResult>> measureAll(Measurer& measurer, const Task& task, std::span<const ConfigEntity> configs,
                                              const std::atomic<bool>* isCancelled = nullptr);

/// Builders and a runner as processes on this machine. Refuses a missing or foreign worker executable with its path.
Result<std::unique_ptr<Measurer>> makeLocalMeasurer(const MeasureOptions& options);
/// The same with a runner that measures on a CUDA device (options.device). Refuses in one sentence what is missing: a driver, a
/// device, one of the target's architecture.
Result<std::unique_ptr<Measurer>> makeCudaMeasurer(const Target& target, const MeasureOptions& options);
/// The one for a target. A new kind of device is a line here.
Result<std::unique_ptr<Measurer>> makeMeasurer(const Target& target, const MeasureOptions& options);

} // namespace knobscope
