// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/bufferpool.h"
#include "core/measure/buildkernel.h"
#include "core/measure/threadpool.h"

namespace knobscope {

class KernelLoader;
class LoadedKernel;

/// What running a kernel gave.
struct RunOutcome {
    MeasureError error = MeasureError::None;
    std::string message;
    std::vector<double> costs;
    std::optional<double> ratio;
    int pairs = 0;
    bool isReference = false;    ///< it is now what later candidates are timed against …
    double referenceSeconds = 0; ///< … with this long-run time
    std::vector<StageTime> stages;
};

/// The worker's running side: loads kernels, gives them random inputs, checks and times them. Remembers the best kernel of
/// each task as the reference for paired timing.
class KernelRunner
{
public:
    KernelRunner();
    ~KernelRunner();

    RunOutcome run(const std::string& taskKey, const CompiledKernel& kernel, const MeasureOptions& options,
                   const nlohmann::json& task, const nlohmann::json& entity);
    /// Puts a reference back after a crash.
    Result<void> setReference(const std::string& taskKey, const CompiledKernel& kernel, double seconds,
                              const MeasureOptions& options);
    /// Times all of them round and round; seconds of each, by the ratio to the first of its round.
    Result<std::vector<double>> compare(const std::vector<CompiledKernel>& kernels, const MeasureOptions& options);

private:
    /// A kernel with memory to run on.
    struct Prepared;
    struct Reference;
    Result<std::unique_ptr<Prepared>> prepare(const CompiledKernel& kernel, const MeasureOptions& options);
    /// Samples of a kernel that has no other to be timed against, taken over a third of a second.
    static std::vector<double> timeInBursts(Prepared& kernel, int64_t calls);
    Result<void> checkOutput(Prepared& prepared, const nlohmann::json& task, const nlohmann::json& entity);
    void timeIt(const std::string& taskKey, std::unique_ptr<Prepared> prepared, double warmUpSeconds,
                const MeasureOptions& options, RunOutcome& out);

    std::unique_ptr<KernelLoader> m_loader;
    std::unique_ptr<ThreadPool> m_pool;
    KernelBuilder m_tasks;
    BufferPool m_buffers;
    std::map<std::string, std::unique_ptr<Reference>> m_references;
};

} // namespace knobscope
