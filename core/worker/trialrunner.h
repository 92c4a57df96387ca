// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/description.h"
#include "core/task/machinelimit.h"
#include "core/worker/runnerreferences.h"
#include "core/worker/trialjob.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

namespace knobscope {

/// Hardware that runs trials.
enum class Hardware : uint8_t { Cpu, Cuda };

/// Runner side of a measurer: times and checks kernels and reports the results. Restarts the runner after a crash and restores
/// its state.
class TrialRunner
{
public:
    /// `builds` must outlive this object.
    TrialRunner(WorkerProcess::Options worker, const MeasureOptions& options, Hardware hardware, JobBuilder& builds);

    Result<void> start() { return m_worker.ensure(); }
    /// Stops the runner, whatever it is running; any thread.
    void stop();
    bool isStopping() const { return m_stopping; }
    /// GPU that it measures on, as described by its driver.
    Result<DeviceDescription> queryDevice();
    /// Why the GPU is lost; empty if it is usable.
    Sentence lossReason();

    /// Lock shared by trials and the calls below; hold it while a trial runs.
    std::unique_lock<std::mutex> lock() { return std::unique_lock(m_mutex); }
    /// Runs a built config and fills in its result; returns false if it was stopped.
    bool run(TrialJob& job);
    /// See the functions of Measurer with these names.
    void beginRun(const Task& task, const Baseline& baseline);
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs);

private:
    Result<BuiltKernel> built(const MeasureInput& input);
    bool isDevicePresent();
    /// Request for an operation on a built config.
    Message requestFor(const char* op, const std::string& key, const TrialJob& job) const;
    Result<Message> askToRun(TrialJob& job, const std::string& key);
    void readTimes(TrialJob& job, const std::string& key, const nlohmann::json& answer);
    std::optional<Sentence> whyImpossible(const TrialJob& job, const std::string& key);
    double firstCallSeconds(const std::string& key) const;
    bool verify(const std::string& key, TrialJob& job);
    void rank(const std::string& key, std::vector<TrialJob>& jobs, std::span<const size_t> right);

    MeasureOptions m_options;
    Hardware m_hardware;
    JobBuilder& m_builds;
    RestartingWorker m_worker;
    RunnerReferences m_references;
    MachineLimit m_limit;
    std::mutex m_mutex;
    std::mutex m_lostMutex;
    Sentence m_lost;
    std::atomic<bool> m_stopping{false};
};

} // namespace knobscope
