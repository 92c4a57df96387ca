// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/buildkernel.h"
#include "core/measure/timedkernel.h"
#include "core/measure/trialtimer.h"

namespace knobscope {

/// What a runner is asked about: a kernel of a task.
struct KernelRequest {
    std::string taskKey;
    PackedKernel kernel;
    MeasureOptions options;
    nlohmann::json task; ///< the operator whose definition says what is right …
    nlohmann::json entity; ///< … and the config, for its layouts and rounding
};

/// The worker's running side: has a host load kernels, checks and times them.
class KernelRunner
{
public:
    explicit KernelRunner(std::unique_ptr<KernelHost> host);

    /// `firstCallSeconds`: see FirstCallLimit.
    RunOutcome run(const KernelRequest& request, double firstCallSeconds = 0);
    /// Makes a kernel the anchor of its task; see TrialTimer::setAnchor.
    Result<AnchorTiming> setAnchor(const KernelRequest& request, double seconds, const std::string& beside);
    /// Makes a kernel the best of its task so far, after a crash or for a run that goes on.
    Result<void> setBest(const KernelRequest& request, double speedup);
    /// Calls a kernel once and compares its output with the operator's definition. Its error says what is wrong; a message
    /// without an error, why the right answer cannot be had.
    RunOutcome verify(KernelRequest request);
    /// See TrialTimer::rank.
    Result<std::vector<RankedKernel>> rank(const std::string& taskKey, const std::vector<PackedKernel>& kernels,
                                           const MeasureOptions& options);
    TrialTimer& timer() { return m_timer; }

private:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options);
    /// Loaded and called once.
    Result<std::unique_ptr<TimedKernel>> called(const KernelRequest& request);
    /// What the operator's definition makes of the kernel's inputs; kept while it is the same for all configs.
    Result<std::vector<double>> answerOf(const KernelRequest& request, TimedKernel& kernel);
    /// Holds the kernel's output against `expected`, as exactly as its config computes.
    Result<void> compare(const KernelRequest& request, TimedKernel& kernel, const std::vector<double>& expected);
    Result<void> checkOutput(const KernelRequest& request, TimedKernel& kernel);

    std::unique_ptr<KernelHost> m_host;
    KernelBuilder m_tasks;
    TrialTimer m_timer; ///< its kernels go before their host
    std::string m_answerKey;
    std::vector<double> m_answer; ///< of the last task, where all its configs have the same
};

} // namespace knobscope
