// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/capturedstderr.h"
#include "core/target/machineprofile.h"
#include "core/worker/channel.h"
#include "core/worker/workermemory.h"

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace knobscope {

/// Path of knobscope-worker: `wanted`, $KNOBSCOPE_WORKER, or next to this program (or in ../bin). NotFound lists the searched
/// places.
Result<std::string> findWorker(const std::string& wanted);

/// One knobscope-worker process, started with posix_spawn. It dies with this program, and also when the thread that started it
/// ends. It inherits a socket pair, which carries the answers, the standard streams and no other descriptor. SIGTERM, SIGHUP and
/// Ctrl-C sent to the whole process group do not end it.
class WorkerProcess
{
public:
    struct Options {
        std::string executable;
        std::vector<int> cores;        ///< that it may run on; empty: all
        int64_t memoryLimitBytes = 0;  ///< address space, enforced by the system; 0: no limit
        double helloSeconds = 30;      ///< limit for its first answer
        bool captureStderr = false;       ///< captures stderr for exitReason() instead of showing it
        bool isOnLargePages = false;   ///< its heap; for a worker that reads and makes tens of megabytes of tensors
        /// Resident memory above which ask() kills it; 0: no limit. Unlike address space, of which LLVM and the CUDA driver
        /// reserve more than they use, this is what the machine runs out of.
        int64_t residentLimitBytes = workerMemoryLimit();
    };
    /// The error names the executable and the remedy: it is missing, or the system has no process, socket or memory for it.
    static Result<std::unique_ptr<WorkerProcess>> start(const Options& options);
    ~WorkerProcess();

    /// Sends a request and waits for its answer. After an error the process is unusable. Setting `stop` fails with Timeout after
    /// a short grace period for an answer (see wasStopped()). Time in which this program was suspended does not count. Kills a
    /// worker that exceeds its memory limit, which exitReason() reports.
    Result<Message> ask(const Message& request, double timeoutSeconds, const std::atomic<bool>* stop = nullptr);
    /// Seconds for which this program was suspended during the last ask(); times measured then are unreliable.
    double stoppedSeconds() const { return m_stoppedSeconds; }
    /// Returns true if `stop` cancelled the last ask().
    bool wasStopped() const { return m_wasStopped; }
    /// The machine that it runs on.
    const MachineProfile& machine() const { return m_machine; }
    pid_t pid() const { return m_pid; }
    /// Kills it immediately; callable from another thread during ask().
    void kill();
    /// Exit reason: "it crashed with SIGSEGV (invalid memory access)", "it ended with code 3, saying 'LLVM ERROR: out of
    /// memory'". Waits two seconds for the process to exit, then kills it. Gives up after three more seconds if the system cannot
    /// end it, which the message reports.
    Sentence exitReason();
    /// After exitReason(): true if the process is unkillable.
    bool isUnkillable() const { return m_isUnkillable; }
    /// After exitReason(): true if its kernel used up its CPU time (FirstCallLimit).
    bool wasCutOff() const;
    /// After exitReason(): true if it was killed externally, by a signal that no kernel or compiler raises.
    bool wasKilledExternally() const;

private:
    bool hasExited();
    void waitForAnswer(RunningDeadline& deadline, const std::atomic<bool>* stop);
    WorkerProcess(pid_t pid, int64_t residentLimitBytes, Channel channel, CapturedStderr capturedStderr)
        : m_pid(pid)
        , m_residentLimitBytes(residentLimitBytes)
        , m_channel(std::move(channel))
        , m_capturedStderr(std::move(capturedStderr))
    {
    }
    std::mutex m_mutex; ///< guards the pid between kill() and reaping
    pid_t m_pid;
    int64_t m_residentLimitBytes;
    bool m_exceededMemory = false;
    bool m_wasStopped = false;
    bool m_reaped = false;
    bool m_isUnkillable = false;
    bool m_hasAnswered = false;
    int m_status = 0;
    double m_stoppedSeconds = 0;
    MachineProfile m_machine;
    Channel m_channel;
    CapturedStderr m_capturedStderr;
};

} // namespace knobscope
