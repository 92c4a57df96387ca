// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/restartingworker.h"
#include "core/task/devicecode.h"
#include "core/task/kernelcode.h"

#include <atomic>
#include <cstdint>
#include <map>

namespace knobscope {

/// Code for people to read, compiled in a worker of its own, since LLVM ends the process for targets that it cannot make code
/// for. What ends the worker, takes too long or too much memory costs a sentence. The worker is started when first needed and
/// kept. Callable from any thread; one request at a time. A raised `stop` gives a request up within a moment.
class CodeWorker
{
public:
    struct Options {
        std::string worker;                          ///< as findWorker takes it
        double seconds = 60;                         ///< for a config: large ones take a second on an idle machine
        double trialSeconds = 20;                    ///< for tryTarget's simple kernel
        int64_t memoryLimitBytes = int64_t{4} << 30;   ///< addresses, of which LLVM and NVRTC take half a GiB
    };
    CodeWorker();
    explicit CodeWorker(Options options);

    /// All levels, those that need no compiler from this process. Never fails, as uncompiledCode(). Any thread.
    KernelCode code(const Task& task, const ConfigEntity& entity, const std::atomic<bool>* stop = nullptr);
    /// LLVM IR or assembly.
    Result<CodeText> text(const Task& task, const ConfigEntity& entity, CodeLevel level);

    struct Ptx {
        CodeText text;
        DeviceCompiler compiler = DeviceCompiler::Llvm;
        CudaArchitecture architecture; ///< that it is for: the target's, or an older one where LLVM does not know that
    };
    Result<Ptx> ptx(const Task& task, const ConfigEntity& entity, DeviceCompiler compiler);
    Result<DeviceImage> image(const Task& task, const ConfigEntity& entity, DeviceCompiler compiler);

    /// Refuses a CPU target for which a simple kernel cannot be made, with the reason; the answer is kept. This machine's own
    /// passes without a trial, and so does every target while there is no worker to try it.
    Result<void> tryTarget(const Target& target, const std::atomic<bool>* stop = nullptr);

private:
    Result<Message> ask(const Message& request, const Target& target, double seconds, const std::atomic<bool>* stop);
    Result<std::vector<LevelText>> levels(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> wanted,
                                          const std::atomic<bool>* stop);

    Options m_options;
    std::timed_mutex m_turn; ///< of the request in flight; guards what follows
    std::unique_ptr<RestartingWorker> m_worker;
    std::mutex m_triedMutex;
    std::map<std::string, Result<void>> m_tried; ///< by the target's text
};

} // namespace knobscope
