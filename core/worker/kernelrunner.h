// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/lrucache.h"
#include "core/timing/answercheck.h"
#include "core/timing/timedkernel.h"
#include "core/timing/trialtimer.h"
#include "core/worker/buildkernel.h"
#include "core/worker/kernelcounts.h"
#include "core/worker/kernelmessage.h"

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
    /// Calls a kernel for a tenth of a second and counts events of the calls; what cannot be counted is left out.
    Result<KernelCounts> count(const KernelRequest& request);
    /// See TrialTimer::rank. May correct the anchor's seconds. No reference may be missing.
    Result<std::vector<RankedKernel>> rank(const std::vector<PackedKernel>& kernels, ReferenceKeys& references,
                                           const MeasureOptions& options);
    PaceGauge& pace() { return m_timer.pace(); }

private:
    Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options);
    /// Loads a kernel and calls it once.
    Result<std::unique_ptr<TimedKernel>> prepareAndCall(const KernelRequest& request);
    TimedReferences referred(const ReferenceKeys& references);
    /// Expected output for the kernel's inputs by the operator's definition; cached while all configs share it.
    Result<std::vector<double>> answerOf(const KernelRequest& request, TimedKernel& kernel);
    /// Compares the kernel's output with `expected`, within the tolerance of its config.
    Result<void> compare(const KernelRequest& request, TimedKernel& kernel, const std::vector<double>& expected);
    Result<void> checkOutput(const KernelRequest& request, TimedKernel& kernel);

    std::unique_ptr<KernelHost> m_host;
    KernelBuilder m_tasks;
    TrialTimer m_timer;
    /// More than the references of the few tasks that are timed in turn; a kernel with prepared weights takes up to 80 MiB.
    static constexpr size_t kMaxLoaded = 256;
    LruCache<std::shared_ptr<TimedKernel>> m_loaded{kMaxLoaded}; ///< declared after m_host: kernels must be destroyed first
    ExpectedAnswer m_expected;
    nlohmann::json m_answerTask;
    std::vector<double> m_answer; ///< of the last task, if all its configs share it
};

} // namespace knobscope
