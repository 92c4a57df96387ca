// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/buildkernel.h"
#include "core/measure/timedkernel.h"
#include "core/measure/trialtimer.h"

namespace knobscope {

/// The worker's running side: has a host load kernels, checks and times them. Remembers the best kernel of each task as the
/// reference for paired timing.
class KernelRunner
{
public:
    explicit KernelRunner(std::unique_ptr<KernelHost> host);
    ~KernelRunner();

    /// `firstCallSeconds`: see FirstCallLimit.
    RunOutcome run(const std::string& taskKey, const PackedKernel& kernel, const MeasureOptions& options,
                   const nlohmann::json& task, const nlohmann::json& entity, double firstCallSeconds = 0);
    /// Puts a reference back after a crash.
    Result<void> setReference(const std::string& taskKey, const PackedKernel& kernel, double seconds,
                              const MeasureOptions& options);
    /// Times all of them round and round; seconds of each, by the ratio to the first of its round.
    Result<std::vector<double>> compare(const std::vector<PackedKernel>& kernels, const MeasureOptions& options);

private:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options);
    Result<void> checkOutput(const std::string& taskKey, TimedKernel& kernel, const nlohmann::json& task,
                             const nlohmann::json& entity, double tolerance);

    std::unique_ptr<KernelHost> m_host;
    KernelBuilder m_tasks;
    TrialTimer m_timer; ///< its kernels go before their host
    std::string m_answerKey;
    std::vector<double> m_answer; ///< of the last task, where all its configs have the same
};

} // namespace knobscope
