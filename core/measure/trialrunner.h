// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/device/description.h"
#include "core/measure/machinelimit.h"
#include "core/measure/runnerreferences.h"
#include "core/measure/trialjob.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

namespace knobscope {

/// What trials run on.
enum class Hardware : uint8_t { Cpu, Cuda };

/// The runner's side of a measurer: has kernels timed and checked, and says what came of it. The runner is started again after a
/// crash, and told what it must know.
class TrialRunner
{
public:
    /// `builds` must stay.
    TrialRunner(WorkerProcess::Options worker, const MeasureOptions& options, Hardware hardware, JobBuilder& builds);

    Result<void> start() { return m_worker.ensure(); }
    /// Ends it, whatever it runs; from any thread.
    void stop();
    bool isStopping() const { return m_stopping; }
    /// The GPU that it measures on, as its driver describes it.
    Result<DeviceDescription> askForDevice();
    /// Why the GPU takes no more trials; empty: it does.
    Sentence whyLost();

    /// Trials and what follows take turns: a trial holds this while it runs.
    std::unique_lock<std::mutex> turn() { return std::unique_lock(m_mutex); }
    /// Runs a built config and fills in its result; false: it was stopped meanwhile.
    bool run(TrialJob& job);
    /// See Measurer, of which these are.
    void beginRun(const Task& task, const Baseline& baseline);
    std::vector<MeasureResult> compare(std::span<const MeasureInput> inputs);

private:
    Result<BuiltKernel> built(const MeasureInput& input);
    bool deviceIsThere();
    /// To do something with a built config.
    Message requestFor(const char* op, const std::string& key, const TrialJob& job) const;
    Result<Message> askToRun(TrialJob& job, const std::string& key);
    void takeTimes(TrialJob& job, const std::string& key, const nlohmann::json& answer);
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
