// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/bestrate.h"
#include "core/target/description.h"
#include "core/task/machinelimit.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/trialjob.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>

namespace knobscope {

/// Hardware that runs trials.
enum class Hardware : uint8_t { Cpu, Cuda };

/// Runner side of a measurer: times and checks kernels and reports the results. Knows the references of each task; the runner
/// only caches kernels, so that a restarted one needs nothing but kernels again.
class TrialRunner
{
public:
    /// `builds` must outlive this object.
    TrialRunner(WorkerProcess::Options worker, const MeasureOptions& options, Hardware hardware, JobBuilder& builds);

    Result<void> start();
    /// Call after start().
    const MachineProfile& machine() const { return m_worker.machine(); }
    /// Stops the runner, whatever it is running; any thread.
    void stop();
    bool isStopping() const { return m_stopping; }
    /// GPU that it measures on, as described by its driver.
    Result<DeviceDescription> queryDevice();
    /// Why the GPU is lost; empty if it is usable.
    Sentence lossReason();

    /// Lock of the runner.
    std::unique_lock<std::mutex> lock() { return std::unique_lock(m_mutex); }
    /// Runs a built config and fills in its result; returns false if it was stopped. Requires the lock.
    bool run(TrialJob& job);
    /// See Measurer::compare. Requires the lock.
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs);
    /// See Measurer::beginRun.
    void beginRun(const Task& task, const Baseline& baseline);

private:
    /// A task's references. Tasks with the same arguments compute the same with other templates: the first of them with an anchor
    /// sets the scale of the others.
    struct TaskState {
        nlohmann::json task;
        double operations = 0; ///< minOperations()
        References<BuiltKernel> references;
        std::optional<ConfigEntity> wantedAnchor; ///< nullopt: the first of anchorConfigs() that runs
        std::optional<ConfigEntity> newAnchor; ///< runs instead of the wanted one
        bool isAnchorNews = false; ///< no result of the run has named the new anchor yet
        std::optional<ConfigEntity> wantedBest; ///< not built yet
        bool isAnchorSought = false;
        /// Seconds of a call at full pace; 0 if unknown.
        double bestSeconds() const
        {
            return references.anchor.key.empty() ? 0 : references.anchorSeconds / references.bestSpeedup;
        }
    };
    TaskState& stateOf(const nlohmann::json& task);
    /// Makes sure that a task has an anchor if any works, and the best of its baseline.
    void ensureReferences(TaskState& state);
    /// Makes the wanted config the anchor; if it does not run, the first of anchorConfigs() that does, timed afresh.
    void findAnchor(TaskState& state);
    static void replaceAnchor(TaskState& state, const ConfigEntity& config);
    /// Makes a kernel the anchor; returns false if it does not run.
    bool setAnchor(TaskState& state, BuiltKernel kernel);
    /// Another task that sets the scale of this one; null if there is none.
    TaskState* sharedScaleTask(const TaskState& state);
    Message referenceRequest(const char* op, const BuiltKernel& kernel, const MeasureOptions& options) const;
    Result<void> load(const BuiltKernel& kernel);
    void loadReference(References<BuiltKernel>& references, const std::string& key);
    /// Asks for a timing against a task's references. Repeats it after loading one that the runner lacks, or if this program was
    /// suspended meanwhile. Updates the anchor's seconds.
    Result<Message> askTimed(Message request, TaskState& state, double timeout);

    Result<BuiltKernel> built(const MeasureInput& input);
    bool isDevicePresent();
    Message requestFor(const char* op, const BuiltKernel& kernel, const MeasureOptions& options) const;
    Message requestFor(const char* op, const TrialJob& job) const;
    Result<Message> askToRun(TrialJob& job, TaskState& state);
    void readTimes(TrialJob& job, TaskState& state, const nlohmann::json& answer);
    std::optional<Sentence> whyImpossible(const TaskState& state, const MeasureResult& result) const;
    /// Where only the anchor's time makes a result impossible, what was measured just now counts, so that nothing beyond this
    /// machine's peak is shown or stored before the run's end corrects the scale.
    void limitToPossible(const TaskState& state, MeasureResult& result, bool isBest) const;
    double bestRate() const { return m_rate.rateFor(m_threads); }
    double firstCallSeconds(const TaskState& state) const;
    bool verify(TrialJob& job);
    void rank(std::vector<TrialJob>& jobs, std::span<const size_t> right);

    MeasureOptions m_options;
    Hardware m_hardware;
    JobBuilder& m_builds;
    RestartingWorker m_worker;
    int m_threads;
    double m_referenceTimeout;
    BestRate m_rate; ///< of the pace loop; 0 for a GPU
    std::map<std::string, TaskState> m_tasks;
    std::mutex m_mutex;
    std::mutex m_lostMutex;
    Sentence m_lost;
    std::atomic<bool> m_stopping{false};
};

} // namespace knobscope
