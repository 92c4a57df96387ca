// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measurer.h"
#include "core/worker/kernelcache.h"
#include "core/worker/restartingworker.h"

#include <cstdint>
#include <string_view>

namespace knobscope {

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

/// Builds the kernels of jobs and caches them for a while. Threads with different workers may build concurrently.
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
    KernelCache m_cache;
};

} // namespace knobscope
