// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/buildkernel.h"
#include "core/measure/timedkernel.h"
#include "core/measure/trialtimer.h"

namespace knobscope {

/// The worker's running side: has a host load kernels, checks and times them.
class KernelRunner
{
public:
    explicit KernelRunner(std::unique_ptr<KernelHost> host);
    ~KernelRunner();

    /// `firstCallSeconds`: see FirstCallLimit.
    RunOutcome run(const std::string& taskKey, const PackedKernel& kernel, const MeasureOptions& options,
                   const nlohmann::json& task, const nlohmann::json& entity, double firstCallSeconds = 0);
    /// Makes a kernel the anchor of its task; see TrialTimer::setAnchor.
    Result<AnchorTiming> setAnchor(const std::string& taskKey, const PackedKernel& kernel, double seconds,
                                   const std::string& beside, const MeasureOptions& options);
    /// Makes a kernel the best of its task so far, after a crash or for a run that goes on.
    Result<void> setBest(const std::string& taskKey, const PackedKernel& kernel, double speedup, const MeasureOptions& options);
    /// Calls a kernel once and compares its output with the operator's definition. Its error says what is wrong; a message
    /// without an error, why the right answer cannot be had.
    RunOutcome verify(const std::string& taskKey, const PackedKernel& kernel, const MeasureOptions& options,
                      const nlohmann::json& task, const nlohmann::json& entity);
    /// See TrialTimer::rank.
    Result<std::vector<RankedKernel>> rank(const std::string& taskKey, const std::vector<PackedKernel>& kernels,
                                           const MeasureOptions& options);
    TrialTimer& timer() { return m_timer; }

private:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options);
    /// Loaded and called once.
    Result<std::unique_ptr<TimedKernel>> called(const PackedKernel& kernel, const MeasureOptions& options);
    /// What the operator's definition makes of the kernel's inputs; kept while it is the same for all configs.
    Result<std::vector<double>> answerOf(const std::string& taskKey, TimedKernel& kernel, const nlohmann::json& task,
                                         const nlohmann::json& entity);
    /// Holds the kernel's output against `expected`, as exactly as its config computes.
    Result<void> compare(TimedKernel& kernel, const std::vector<double>& expected, const PackedKernel& packed,
                         const nlohmann::json& taskJson, const nlohmann::json& entityJson);
    Result<void> checkOutput(const std::string& taskKey, TimedKernel& kernel, const PackedKernel& packed,
                             const nlohmann::json& task, const nlohmann::json& entity);

    std::unique_ptr<KernelHost> m_host;
    KernelBuilder m_tasks;
    TrialTimer m_timer; ///< its kernels go before their host
    std::string m_answerKey;
    std::vector<double> m_answer; ///< of the last task, where all its configs have the same
};

} // namespace knobscope
