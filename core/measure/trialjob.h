// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/kernelcache.h"
#include "core/measure/measurer.h"
#include "core/measure/restartingworker.h"

#include <cstdint>
#include <string_view>

namespace knobscope {

/// A config on its way through a measurer.
struct TrialJob {
    int64_t id = 0;
    MeasureInput input;
    BuiltKernel kernel; ///< once built
    MeasureResult result;
};

/// What a trial is whose step got no answer in time, or none at all.
struct UnansweredStep {
    MeasureError timedOut = MeasureError::RunTimeout;
    MeasureError crashed = MeasureError::RuntimeDevice;
};

/// What is said of an answer that no worker of this version gives.
Sentence senselessAnswer();

/// Writes down why a worker gave no answer, as RestartingWorker::ask says it: as the config's doing, or as an untried config.
void takeFailure(MeasureResult& result, const UnansweredStep& step, const Error& why);

/// Takes over what a worker's answer says went wrong, if anything did.
void takeVerdict(MeasureResult& result, const nlohmann::json& answer);

/// Takes over the stages that a worker's answer tells of.
void addStages(MeasureResult& result, const nlohmann::json& answer, const std::string& process);

/// Builds the kernels of jobs, each of which it keeps for a while. Threads with different workers may build at the same time.
class JobBuilder
{
public:
    explicit JobBuilder(double timeoutSeconds)
        : m_timeoutSeconds(timeoutSeconds)
    {
    }
    /// The description of the GPU to build for; before anything is built.
    void setDevice(nlohmann::json device) { m_device = std::move(device); }
    /// Fills in the kernel; false when the job ended here.
    bool build(RestartingWorker& worker, TrialJob& job);

private:
    double m_timeoutSeconds;
    nlohmann::json m_device; ///< null: a CPU
    KernelCache m_cache;
};

} // namespace knobscope
