// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/workerprocess.h"

namespace knobscope {

/// Maximum number of times a timing is repeated because the program was suspended meanwhile.
inline constexpr int kMaxRepetitions = 3;

/// A worker that starts on first use and restarts after a crash. One thread sends requests; any thread may stop it.
class RestartingWorker
{
public:
    RestartingWorker(WorkerProcess::Options options, std::string name)
        : m_options(std::move(options))
        , m_name(std::move(name))
    {
    }

    const std::string& name() const { return m_name; }
    /// Returns true if the process has no state yet: no reference, no device.
    bool isFresh() const { return m_fresh; }
    void markUsed() { m_fresh = false; }

    /// Starts the process if it is not running. Fails with Io if that is impossible.
    Result<void> ensure();
    /// Fails with Timeout, LimitExceeded (its kernel used up its CPU time) or Crashed; the process has exited then. Io is not
    /// caused by the request: no worker can be started, or one was killed externally.
    /// Setting `stop` ends it soon, like a timeout.
    Result<Message> ask(const Message& request, double timeout, const std::atomic<bool>* stop = nullptr);
    /// The same, repeated a few times while this program was suspended meanwhile: for timing requests.
    Result<Message> askUndisturbed(const Message& request, double timeout);
    /// Seconds for which this program was suspended during the last answer.
    double stoppedSeconds() const { return m_stoppedSeconds; }
    /// Ends a process that reported itself unusable.
    void retire();
    /// Stops it permanently.
    void stop();

private:
    WorkerProcess::Options m_options;
    std::string m_name;
    std::mutex m_mutex;
    std::unique_ptr<WorkerProcess> m_process;
    bool m_fresh = true;
    double m_stoppedSeconds = 0;
    bool m_stopped = false;
};

} // namespace knobscope
