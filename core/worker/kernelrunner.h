// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/timedkernel.h"
#include "core/timing/trialtimer.h"
#include "core/worker/buildkernel.h"
#include "core/worker/kernelmessage.h"

#include <list>

namespace knobscope {

/// Request to a runner about a kernel.
struct KernelRequest {
    std::string key; ///< of the kernel
    PackedKernel kernel;
    MeasureOptions options;
    nlohmann::json task; ///< operator whose definition gives the expected output
    nlohmann::json entity; ///< config, for its layouts and rounding
};

/// Running side of the worker: loads kernels with a host, checks and times them. Caches loaded kernels, which requests refer to
/// by their keys; evicts the least recently used one.
class KernelRunner
{
public:
    explicit KernelRunner(std::unique_ptr<KernelHost> host);

    /// Loads a kernel and calls it once, for requests that refer to it.
    Result<void> load(const KernelRequest& request);
    /// Key of a reference that is not loaded; empty if there is none.
    std::string missing(const ReferenceKeys& references, const MeasureOptions& options);
    /// `firstCallSeconds`: see FirstCallLimit. May correct the anchor's seconds. No reference may be missing.
    RunOutcome run(const KernelRequest& request, ReferenceKeys& references, double firstCallSeconds = 0);
    /// Calls a kernel once and compares its output with the operator's definition. The error describes the fault; a message
    /// without an error means that the expected output is unavailable.
    RunOutcome verify(KernelRequest request);
    /// See TrialTimer::rank. May correct the anchor's seconds. No reference may be missing.
    Result<std::vector<RankedKernel>> rank(const std::vector<PackedKernel>& kernels, ReferenceKeys& references,
                                           const MeasureOptions& options);
    PaceGauge& pace() { return m_timer.pace(); }

private:
    struct Loaded {
        std::string key;
        std::shared_ptr<TimedKernel> kernel;
    };
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options);
    /// Loads a kernel and calls it once.
    Result<std::unique_ptr<TimedKernel>> prepareAndCall(const KernelRequest& request);
    /// Returns null if it is not loaded.
    std::shared_ptr<TimedKernel> find(const std::string& key);
    void insert(const std::string& key, std::shared_ptr<TimedKernel> kernel);
    TimedReferences referred(const ReferenceKeys& references);
    /// Expected output for the kernel's inputs by the operator's definition; cached while all configs share it.
    Result<std::vector<double>> answerOf(const KernelRequest& request, TimedKernel& kernel);
    /// Compares the kernel's output with `expected`, within the tolerance of its config.
    Result<void> compare(const KernelRequest& request, TimedKernel& kernel, const std::vector<double>& expected);
    Result<void> checkOutput(const KernelRequest& request, TimedKernel& kernel);

    std::unique_ptr<KernelHost> m_host;
    KernelBuilder m_tasks;
    TrialTimer m_timer;
    std::list<Loaded> m_loaded; ///< most recently used first; declared after m_host, because kernels must be destroyed first
    nlohmann::json m_answerTask;
    std::vector<double> m_answer; ///< of the last task, if all its configs share it
};

} // namespace knobscope
