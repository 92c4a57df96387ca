// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/workerprocess.h"

namespace knobscope {

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

    /// Starts it if it is not there.
    Result<void> ensure();
    /// Timeout, LimitExceeded (its kernel used up its time) and Crashed say what happened; the process is gone then.
    /// A raised `stop` ends it soon, as if its time were over.
    Result<Message> ask(const Message& request, double timeout, const std::atomic<bool>* stop = nullptr);
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
    bool m_stopped = false;
};

} // namespace knobscope
