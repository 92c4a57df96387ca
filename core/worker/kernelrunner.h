// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/timedkernel.h"
#include "core/timing/trialtimer.h"
#include "core/worker/buildkernel.h"

namespace knobscope {

/// Request to a runner about a kernel of a task.
struct KernelRequest {
    std::string taskKey;
    PackedKernel kernel;
    MeasureOptions options;
    nlohmann::json task; ///< operator whose definition gives the expected output
    nlohmann::json entity; ///< config, for its layouts and rounding
};

/// Running side of the worker: loads kernels with a host, checks and times them.
class KernelRunner
{
public:
    explicit KernelRunner(std::unique_ptr<KernelHost> host);

    /// `firstCallSeconds`: see FirstCallLimit.
    RunOutcome run(const KernelRequest& request, double firstCallSeconds = 0);
    /// Makes a kernel the anchor of its task; see TrialTimer::setAnchor.
    Result<AnchorTiming> setAnchor(const KernelRequest& request, double seconds, const std::string& sharedScaleTask);
    /// Makes a kernel the best of its task so far, after a crash or when a run is resumed.
    Result<void> setBest(const KernelRequest& request, double speedup);
    /// Calls a kernel once and compares its output with the operator's definition. The error describes the fault; a message
    /// without an error means that the expected output is unavailable.
    RunOutcome verify(KernelRequest request);
    /// See TrialTimer::rank.
    Result<std::vector<RankedKernel>> rank(const std::string& taskKey, const std::vector<PackedKernel>& kernels,
                                           const MeasureOptions& options);
    TrialTimer& timer() { return m_timer; }

private:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options);
    /// Loads a kernel and calls it once.
    Result<std::unique_ptr<TimedKernel>> prepareAndCall(const KernelRequest& request);
    /// Expected output for the kernel's inputs by the operator's definition; cached while all configs share it.
    Result<std::vector<double>> answerOf(const KernelRequest& request, TimedKernel& kernel);
    /// Compares the kernel's output with `expected`, within the tolerance of its config.
    Result<void> compare(const KernelRequest& request, TimedKernel& kernel, const std::vector<double>& expected);
    Result<void> checkOutput(const KernelRequest& request, TimedKernel& kernel);

    std::unique_ptr<KernelHost> m_host;
    KernelBuilder m_tasks;
    TrialTimer m_timer; ///< declared after m_host, because its kernels must be destroyed first
    std::string m_answerKey;
    std::vector<double> m_answer; ///< of the last task, if all its configs share it
};

} // namespace knobscope
