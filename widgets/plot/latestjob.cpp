// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/latestjob.h"

#include <exception>

namespace knobscope {

LatestJob::~LatestJob()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_waiting.reset();
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void LatestJob::start(Work work)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = std::move(work);
        m_done.reset();
    }
    if (!m_thread.joinable()) {
        m_thread = std::thread([this] { run(); });
    }
    m_changed.notify_all();
}

bool LatestJob::isBusy() const
{
    const std::lock_guard lock(m_mutex);
    return m_waiting || m_running || m_done;
}

void LatestJob::finish()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_waiting && !m_running; });
    }
    deliver();
}

void LatestJob::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_stopping || m_waiting; });
        if (m_stopping) {
            return;
        }
        const Work work = std::move(*m_waiting);
        m_waiting.reset();
        m_running = true;
        lock.unlock();
        Deliver done;
        try {
            done = work();
        } catch (const std::exception& e) {
            qWarning("Work in the background failed: %s", e.what());
        }
        lock.lock();
        m_running = false;
        if (!m_waiting && !m_stopping) {
            m_done = std::move(done);
            QMetaObject::invokeMethod(this, &LatestJob::deliver, Qt::QueuedConnection);
        }
        m_changed.notify_all();
    }
}

void LatestJob::deliver()
{
    std::optional<Deliver> done;
    {
        const std::lock_guard lock(m_mutex);
        done.swap(m_done);
    }
    if (done && *done) {
        (*done)();
    }
}

} // namespace knobscope
