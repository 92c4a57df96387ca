// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lrucache.h"
#include "core/timing/measurer.h"
#include "core/worker/restartingworker.h"

#include <cstdint>
#include <mutex>
#include <string_view>

namespace knobscope {

/// Output of a builder: a kernel's header and its object code.
struct BuiltKernel {
    nlohmann::json header;
    std::vector<std::byte> code;
    std::string key{}; ///< builtKey() of its config; empty: no kernel
};

/// Key of a built kernel: its kernelKey (core/task/task.h) and the device that it is compiled for.
std::string builtKey(const MeasureInput& input, const nlohmann::json& device);

/// A config in progress in a measurer.
struct TrialJob {
    int64_t id = 0;
    MeasureInput input;
    BuiltKernel kernel; ///< once built
    MeasureResult result;
};

/// Errors for a step that timed out or crashed.
struct UnansweredStep {
    MeasureError timedOut = MeasureError::RunTimeout;
    MeasureError crashed = MeasureError::RuntimeDevice;
};

/// Message for an answer that no worker of this version sends.
Sentence protocolError();

/// Records why a worker gave no answer, as returned by RestartingWorker::ask: the config's error, or an untried config.
void setFailure(MeasureResult& result, const UnansweredStep& step, const Error& why);

/// Copies the error from a worker's answer, if any.
void readStatus(MeasureResult& result, const nlohmann::json& answer);

/// Adds the stages in a worker's answer.
void addStages(MeasureResult& result, const nlohmann::json& answer, const std::string& process);

/// Builds the kernels of jobs and caches them for a while, so that timing one again, retrying a trial after a crash, and
/// confirming the best few compile nothing. Threads with different workers may build concurrently.
class JobBuilder
{
public:
    explicit JobBuilder(double timeoutSeconds)
        : m_timeoutSeconds(timeoutSeconds)
    {
    }
    /// Sets the description of the GPU to build for; call before building.
    void setDevice(nlohmann::json device) { m_device = std::move(device); }
    /// Fills in the kernel; returns false if the job failed.
    bool build(RestartingWorker& worker, TrialJob& job);

private:
    double m_timeoutSeconds;
    nlohmann::json m_device; ///< null: CPU
    std::mutex m_mutex; ///< guards m_cache
    static constexpr size_t kMaxBuilt = 32; // objects of some 100 KB, rarely more
    LruCache<std::shared_ptr<const BuiltKernel>> m_cache{kMaxBuilt};
};

} // namespace knobscope
