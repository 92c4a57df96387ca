// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/channel.h"
#include "core/measure/keptwords.h"
#include "core/measure/workermemory.h"

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace knobscope {

/// The path of knobscope-worker: `wanted`, $KNOBSCOPE_WORKER, or next to this program (or in ../bin). NotFound names where it
/// was looked for.
Result<std::string> findWorker(const std::string& wanted);

/// One knobscope-worker, started with posix_spawn, that dies with this program; the system takes the end of the thread that
/// started it for that. Its answers come over a socket pair; it inherits
/// that and the standard streams, and no other descriptor. What asks this program to end (SIGTERM, SIGHUP, Ctrl-C) and comes to
/// its whole process group does not end a worker.
class WorkerProcess
{
public:
    struct Options {
        std::string executable;
        std::vector<int> cores;        ///< it may run on these alone; empty: on all
        int64_t memoryLimitBytes = 0;  ///< of addresses, kept by the system; 0: none
        double helloSeconds = 30;      ///< it has to have answered by then
        bool keepsWords = false;       ///< what it writes to standard error is kept for howItEnded(), and not shown
        bool isOnLargePages = false;   ///< its heap: for one that reads and makes tens of megabytes of tensors
        /// Memory in use above which ask() kills it; 0: no limit. Unlike addresses, of which LLVM and CUDA's driver reserve more
        /// than they use, this is what the machine runs out of.
        int64_t residentLimitBytes = workerMemoryLimit();
    };
    /// A failure names the executable and the remedy: it is gone, or no process, socket or memory is to be had for it.
    static Result<std::unique_ptr<WorkerProcess>> start(const Options& options);
    ~WorkerProcess();

    /// Sends a request and waits for its answer. After an error the process is of no further use. `stop` raised while it works
    /// is a Timeout, after the moment in which it may still answer (wasStopped() says so). Time in which this program was stopped
    /// does not count. A worker that takes more memory than its limit meanwhile is killed, which howItEnded() says.
    Result<Message> ask(const Message& request, double timeoutSeconds, const std::atomic<bool>* stop = nullptr);
    /// How long this program was stopped during the last ask(): what the worker timed meanwhile says little.
    double stoppedSeconds() const { return m_stoppedSeconds; }
    /// Whether the last ask() gave up because of its `stop`.
    bool wasStopped() const { return m_wasStopped; }
    pid_t pid() const { return m_pid; }
    /// Ends it at once; callable from another thread while ask() waits.
    void kill();
    /// "it crashed with SIGSEGV (invalid memory access)", "it ended with code 3, saying 'LLVM ERROR: out of memory'". For one
    /// that is at its end: it gets two seconds, then it is killed. One that the system does not let go is left to it after
    /// another three, which the sentence says.
    Sentence howItEnded();
    /// Of one that howItEnded() was asked of: whether it is such a one.
    bool isHeld() const { return m_isHeld; }
    /// Of one that howItEnded() was asked of: whether its kernel used up its time (FirstCallLimit).
    bool wasCutOff() const;
    /// Of one that howItEnded() was asked of: whether a signal ended it that no kernel or compiler raises, as another program's.
    bool wasEndedFromOutside() const;

private:
    bool hasEnded();
    void waitForAnswer(RunningDeadline& deadline, const std::atomic<bool>* stop);
    WorkerProcess(pid_t pid, int64_t residentLimitBytes, Channel channel, KeptWords words)
        : m_pid(pid)
        , m_residentLimitBytes(residentLimitBytes)
        , m_channel(std::move(channel))
        , m_words(std::move(words))
    {
    }
    std::mutex m_mutex; ///< guards the pid between kill() and reaping
    pid_t m_pid;
    int64_t m_residentLimitBytes;
    bool m_tookTooMuch = false;
    bool m_wasStopped = false;
    bool m_reaped = false;
    bool m_isHeld = false;
    bool m_hasAnswered = false;
    int m_status = 0;
    double m_stoppedSeconds = 0;
    Channel m_channel;
    KeptWords m_words;
};

} // namespace knobscope
