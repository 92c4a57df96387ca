// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/restartingworker.h"

#include "core/worker/kernelmessage.h"

#include <algorithm>

namespace knobscope {

Result<void> RestartingWorker::ensure()
{
    const std::lock_guard lock(m_mutex);
    if (m_stopped) {
        return fail(ErrorCode::Crashed, "Stopped");
    }
    if (!m_process) {
        auto started = WorkerProcess::start(m_options);
        if (!started && started.error().code == ErrorCode::Unsupported) {
            started = WorkerProcess::start(m_options); // another program may have killed it as it started
        }
        if (!started) {
            return fail(ErrorCode::Io, "{}", started.error());
        }
        m_process = std::move(*started);
        m_machine = m_process->machine();
        m_fresh = true;
    }
    return {};
}

Result<Message> RestartingWorker::ask(const Message& request, double timeout, const std::atomic<bool>* stop)
{
    m_stoppedSeconds = m_runningSeconds = 0;
    TRY(ensure());
    const double start = steadySeconds();
    auto answer = m_process->ask(request, timeout, stop);
    m_stoppedSeconds = m_process->stoppedSeconds();
    m_runningSeconds = std::max(0.0, steadySeconds() - start - m_stoppedSeconds);
    if (answer) {
        m_fresh = false;
        return answer;
    }
    const bool timedOut = answer.error().code == ErrorCode::Timeout;
    const bool wasStopped = timedOut && m_process->wasStopped();
    m_process->kill();
    const Sentence how = m_process->exitReason();
    const bool isUnkillable = m_process->isUnkillable();
    const bool wasCutOff = m_process->wasCutOff();
    const bool isFromOutside = m_process->wasKilledExternally();
    const std::lock_guard lock(m_mutex);
    m_process.reset();
    m_fresh = true;
    if (isFromOutside) {
        return fail(ErrorCode::Io, "the {} was killed by another program ({})", m_name, how);
    }
    if (wasCutOff && !timedOut) {
        return fail(ErrorCode::LimitExceeded, "its kernel exceeded its time limit");
    }
    if (wasStopped) {
        return fail(ErrorCode::Timeout, "it was stopped before it answered");
    }
    if (timedOut && isUnkillable) {
        return fail(ErrorCode::Timeout, "it took longer than {:g} s; {}", timeout, how);
    }
    if (answer.error().code == ErrorCode::Corrupt || answer.error().code == ErrorCode::LimitExceeded) { // not caused by its exit
        return fail(ErrorCode::Crashed, "{}", answer.error());
    }
    return timedOut ? fail(ErrorCode::Timeout, "it took longer than {:g} s and was stopped", timeout)
                    : Result<Message>(fail(ErrorCode::Crashed, "{}", how));
}

void RestartingWorker::retire()
{
    const std::lock_guard lock(m_mutex);
    m_process.reset();
    m_fresh = true;
}

void RestartingWorker::stop()
{
    const std::lock_guard lock(m_mutex);
    m_stopped = true;
    if (m_process) {
        m_process->kill();
    }
}

} // namespace knobscope
