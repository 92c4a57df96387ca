// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/workerprocess.h"

namespace knobscope {

/// How often something is timed again because the program was stopped meanwhile.
inline constexpr int mostRepetitions = 3;

/// A worker that is started when first needed and again after it died. One thread asks; any may stop it.
class RestartingWorker
{
public:
    RestartingWorker(WorkerProcess::Options options, std::string name)
        : m_options(std::move(options))
        , m_name(std::move(name))
    {
    }

    const std::string& name() const { return m_name; }
    /// Whether it knows nothing yet: no reference, no device.
    bool isFresh() const { return m_fresh; }
    void used() { m_fresh = false; }

    /// Starts it if it is not there. Io: it cannot be started.
    Result<void> ensure();
    /// Timeout, LimitExceeded (its kernel used up its time) and Crashed say what happened; the process is gone then. Io: it is
    /// not the request's doing, as no worker can be started, or one was ended from outside.
    /// A raised `stop` ends it soon, as if its time were over.
    Result<Message> ask(const Message& request, double timeout, const std::atomic<bool>* stop = nullptr);
    /// The same again, a few times, as long as this program was stopped meanwhile: for requests to time something.
    Result<Message> askUndisturbed(const Message& request, double timeout);
    /// How long this program was stopped during the last answer.
    double stoppedSeconds() const { return m_stoppedSeconds; }
    /// Ends a process that has said it is of no further use.
    void retire();
    /// For good.
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
