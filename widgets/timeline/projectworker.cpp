// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/projectworker.h"

#include <algorithm>

namespace knobscope {

ProjectWorker::ProjectWorker(QObject* parent)
    : QObject(parent)
{
    m_thread = std::thread([this] { run(); });
}

ProjectWorker::~ProjectWorker()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_interrupt = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void ProjectWorker::setProject(const QString& path)
{
    m_path = path;
    ++m_generation;
    const std::lock_guard lock(m_mutex);
    m_waiting.clear();
    m_wanted = path.toStdString();
    m_isStale = true;
    m_interrupt = true;
}

bool ProjectWorker::isBusy() const
{
    const std::lock_guard lock(m_mutex);
    return !m_waiting.empty() || !m_running.isEmpty();
}

void ProjectWorker::post(const QString& kind, bool interrupts, Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto older = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const Waiting& w) { return w.kind == kind; });
        if (older != m_waiting.end()) {
            older->job = std::move(job);
        } else {
            m_waiting.push_back({kind, std::move(job)});
        }
        if (interrupts && m_running == kind) {
            m_interrupt = true;
        }
    }
    m_changed.notify_all();
}

void ProjectWorker::run()
{
    Result<Project> project = fail(ErrorCode::NotFound, "No project is open");
    std::unique_lock lock(m_mutex);
    while (true) {
        m_running.clear();
        m_changed.wait(lock, [&] { return m_stopping || !m_waiting.empty(); });
        if (m_stopping) {
            return;
        }
        Waiting next = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_running = next.kind;
        m_interrupt = false;
        const bool reopen = std::exchange(m_isStale, false);
        const std::string path = m_wanted;
        lock.unlock();
        if (reopen) {
            project =
                path.empty() ? fail(ErrorCode::NotFound, "No project is open") : Project::open(path, Project::Mode::ReadOnly);
        }
        auto deliver = next.job(project, m_interrupt);
        next.job = {};
        QMetaObject::invokeMethod(this, std::move(deliver), Qt::QueuedConnection);
        lock.lock();
    }
}

} // namespace knobscope
