// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/space/entity.h"
#include "core/target/machineprofile.h"
#include "core/timing/measureoptions.h"

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
/// "wrong answer", "build timed out", …
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

/// Timing of a kernel, with results that do not depend on the machine's pace.
struct Timing {
    double speedup = 0;    ///< over the task's anchor; 0: unknown (failed, or timed in plain mode)
    double speedupLow = 0; ///< 95 % interval of a thorough timing; 0: unknown
    double speedupHigh = 0;
    double pace = 0;       ///< of the machine during the timing, as a share of its best; 0: unknown (a GPU)
    double secondsNow = 0; ///< median of a call, at the pace of the timing
    std::optional<double> ratio; ///< its time over its partner's, if timed in pairs
    std::optional<double> uncertainty; ///< half width of the ratio's 95 % interval, relative; nullopt: unknown (a single pair)
    bool isTied = false; ///< not to be told from its partner in these pairs; counts as no faster, whatever its own ratio
    std::optional<int64_t> tiedWith; ///< number of the partner's trial in the same run, if tied with it
    std::optional<double> share; ///< seconds as measured over seconds that count (costs and speed-up); nullopt: equal
    int pairs = 0;
    bool isImpossible = false; ///< faster than this machine's cores allow (MachineLimit), twice: counts as failed
    std::vector<double> candidate; ///< raw samples in order, seconds per call
    std::vector<double> partner;   ///< the partner's in the same pairs; both from the pairs that decided

    /// The share; 1 if there is none.
    double measuredShare() const;
};

/// Reasons to doubt a timing: two levels of speed, or a wide interval of the speed-up. Empty for a good one.
std::vector<Sentence> timingRemarks(const Timing& timing);

struct MeasureResult {
    std::vector<double> costs; ///< seconds per call at full pace (plain mode: unscaled); {1e9} if it failed
    MeasureError error = MeasureError::None;
    Sentence why;              ///< reason of a failure, or why its time is doubtful ("Throttled by heat …")
    double allCost = 0;        ///< seconds spent on it
    double timestamp = 0;      ///< Unix seconds at the end
    double buildSeconds = 0;
    double runSeconds = 0;
    Timing timing;
    bool isAnchor = false;       ///< became the reference of its task's other configs
    /// The anchor of the run from this result on, if the baseline named none or one that does not run.
    std::optional<ConfigEntity> newAnchor;
    bool isSignificantlyFaster = false; ///< from compare(): significantly faster than the first config
    /// Infrastructure failed, not the config: `why` names what is missing (a worker, the GPU, memory for a process). Not a trial;
    /// the config can be retried. The error is Unknown, and the measurer is unusable until the cause is fixed.
    bool infrastructureFailed = false;
    std::vector<StageTime> stages;

    double meanCost() const;
    /// As measured: its partner's times its own ratio. A best must not be chosen by it; the costs of what was not proven faster
    /// than its partner are at least the partner's.
    double measuredCost() const { return meanCost() * timing.measuredShare(); }
};

/// Reference of a task's trials, from a resumed run or an earlier one.
struct Baseline {
    std::optional<ConfigEntity> anchor; ///< nullopt: the first of anchorConfigs() that runs
    double anchorSeconds = 0; ///< of a call of the anchor at full pace; 0: not timed yet
    std::optional<ConfigEntity> best; ///< partner in the pairs; nullopt: the anchor
    double bestSpeedup = 1; ///< of `best` over the anchor
};

/// Result of a config that was never run.
MeasureResult failedResult(MeasureError error, Sentence why);

struct Target;
struct Task;

/// Builds and times trials. Call from one thread. Time in which this whole program was suspended (Ctrl-Z) is not attributed to a
/// config: it counts for no time limit, and an interrupted timing is repeated.
class Measurer
{
public:
    virtual ~Measurer();
    /// Checks if it can measure configs of this task; the error is the reason. Default: CPU tasks only.
    virtual Result<void> accepts(const Task& task) const;
    /// Starts a new run on a task: candidates are timed against the best of that run. No config may be in flight.
    virtual void beginRun(const Task&, const Baseline&) {}
    /// Warning about load that distorts times: another measuring program, or load on the cores for timing. Samples for a third of
    /// a second; call before measuring. Empty if there is none or it cannot be detected.
    virtual Sentence loadWarning() const { return {}; }
    /// Message about another program that measures on the same device now (findOtherMeasurer()); also queried at the end of a
    /// run.
    virtual Sentence otherMeasurerWarning() const { return {}; }
    /// Queues a config without waiting for a kernel. Fails once its device is lost.
    virtual Result<void> submit(int64_t id, MeasureInput input) = 0;
    /// Returns the next result, in any order; nullopt if none finished within `wait`.
    virtual std::optional<std::pair<int64_t, MeasureResult>> next(std::chrono::milliseconds wait) = 0;
    /// Checks the output of each config, then times the correct ones alternately with each other and the anchor, for a reliable
    /// order; results in input order. A crash fails only its own config. If the anchor turns out faster than at the start of this
    /// run, the costs (anchor seconds over speed-up) use the new scale, and earlier costs the old one.
    virtual std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs) = 0;
    /// Cancels queued and running configs and stops all workers.
    virtual void stop() = 0;
    /// Number of configs that keep every worker busy.
    virtual int capacity() const = 0;
    /// The machine that runs the kernels, or whose GPU does.
    virtual MachineProfile machine() const { return thisMachine(); }
    /// Conditions of its times.
    virtual TimingKind kind() const { return {}; }
    /// Cores of this machine that are not used for timing; empty if irrelevant.
    virtual std::vector<int> freeCores() const { return {}; }
};

/// Measures configs outside of a run and waits; results in order. Empty if `isCancelled` became true meanwhile; fails if a config
/// could not be tried (MeasureResult::infrastructureFailed).
Result<std::vector<MeasureResult>> measureAll(Measurer& measurer, const Task& task, std::span<const ConfigEntity> configs,
                                              const std::atomic<bool>* isCancelled = nullptr);

} // namespace knobscope
