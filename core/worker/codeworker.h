// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/devicecode.h"
#include "core/task/kernelcode.h"
#include "core/worker/restartingworker.h"

#include <atomic>
#include <cstdint>
#include <map>

namespace knobscope {

/// Compiles code for display in a separate worker process, because LLVM exits on targets that it cannot generate code for. A
/// crash, timeout or memory overrun of the worker becomes an error message. Starts the worker on first use and keeps it running.
/// Thread-safe; handles one request at a time. Setting `stop` cancels a request within a moment.
class CodeWorker
{
public:
    struct Options {
        std::string worker;                          ///< as for findWorker
        double seconds = 60;                         ///< per config; large ones take a second on an idle machine
        double trialSeconds = 20;                    ///< for the simple kernel of tryTarget
        int64_t memoryLimitBytes = int64_t{4} << 30;   ///< address space; LLVM and NVRTC reserve half a GiB of it
    };
    CodeWorker();
    explicit CodeWorker(Options options);

    /// Returns all levels; those that need no compiler are made in this process. Never fails, like uncompiledCode(). Any thread.
    KernelCode code(const Task& task, const ConfigEntity& entity, const std::atomic<bool>* stop = nullptr);
    /// LLVM IR or assembly; PTX of a GPU config.
    Result<CodeText> text(const Task& task, const ConfigEntity& entity, CodeLevel level, const std::atomic<bool>* stop = nullptr);

    /// A GPU config's machine code.
    Result<DeviceImage> image(const Task& task, const ConfigEntity& entity);

    /// Rejects a CPU target for which a simple kernel cannot be compiled, with the reason; caches the result. Accepts this
    /// machine's own target without a trial, and every target if there is no worker to test it.
    Result<void> tryTarget(const Target& target, const std::atomic<bool>* stop = nullptr);

private:
    Result<Message> ask(const Message& request, const Target& target, double seconds, const std::atomic<bool>* stop);
    Result<std::vector<LevelText>> levels(const Task& task, const ConfigEntity& entity, std::span<const CodeLevel> wanted,
                                          const std::atomic<bool>* stop, KernelCode* estimated = nullptr);

    Options m_options;
    std::timed_mutex m_turn; ///< held by the request in flight; guards m_worker
    std::unique_ptr<RestartingWorker> m_worker;
    std::mutex m_triedMutex;
    std::map<std::string, Result<void>> m_tried; ///< by target text
};

} // namespace knobscope
