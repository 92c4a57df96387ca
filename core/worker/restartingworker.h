// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/worker/workerprocess.h"

namespace knobscope {

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
    /// Returns true if the process has not answered yet.
    bool isFresh() const { return m_fresh; }

    /// Starts the process if it is not running. Fails with Io if that is impossible.
    Result<void> ensure();
    /// The machine of the process that was started last.
    const MachineProfile& machine() const { return m_machine; }
    /// Fails with Timeout, LimitExceeded (its kernel used up its CPU time) or Crashed; the process has exited then. Io is not
    /// caused by the request: no worker can be started, or one was killed externally.
    /// Setting `stop` ends it soon, like a timeout.
    Result<Message> ask(const Message& request, double timeout, const std::atomic<bool>* stop = nullptr);
    /// Seconds for which this program was suspended during the last ask().
    double stoppedSeconds() const { return m_stoppedSeconds; }
    /// The other seconds of the last ask().
    double runningSeconds() const { return m_runningSeconds; }
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
    MachineProfile m_machine;
    double m_stoppedSeconds = 0;
    double m_runningSeconds = 0;
    bool m_stopped = false;
};

} // namespace knobscope
