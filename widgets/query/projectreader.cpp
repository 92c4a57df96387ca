// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/query/projectreader.h"

namespace knobscope {

ProjectReader::~ProjectReader()
{
    cancel();
    {
        const std::lock_guard lock(m_mutex);
        m_isStopping = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void ProjectReader::setPath(const QString& path)
{
    cancel();
    m_path = path.toStdString();
    ++m_generation;
}

void ProjectReader::cancel()
{
    if (m_isCancelled) {
        *m_isCancelled = true;
    }
    ++m_number; // an answer on its way finds nobody
    m_isBusy = false;
    const std::lock_guard lock(m_mutex);
    m_asked.reset();
}

void ProjectReader::ask(Question question)
{
    cancel();
    if (m_path.empty()) {
        return;
    }
    m_isCancelled = std::make_shared<std::atomic<bool>>(false);
    m_isBusy = true;
    {
        const std::lock_guard lock(m_mutex);
        m_asked = Asked{m_path, m_generation, m_number, std::move(question), m_isCancelled};
    }
    if (!m_thread.joinable()) {
        m_thread = std::thread([this] { run(); });
    }
    m_changed.notify_all();
}

void ProjectReader::run()
{
    std::optional<Project> project;
    uint64_t generation = 0;
    while (true) {
        std::optional<Asked> asked;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_isStopping || m_asked; });
            if (m_isStopping) {
                return;
            }
            asked.swap(m_asked);
        }
        QString problem;
        if (!project || generation != asked->generation) {
            generation = asked->generation;
            project.reset();
            if (auto opened = Project::open(asked->path, Project::Mode::ReadOnly)) {
                project.emplace(std::move(*opened));
            } else {
                problem = QString::fromStdString(opened.error().message);
            }
        }
        Answer answer = project ? asked->question(*project, *asked->isCancelled) : Answer();
        QMetaObject::invokeMethod(
            this, [this, number = asked->number, answer = std::move(answer), problem] { deliver(number, answer, problem); },
            Qt::QueuedConnection);
    }
}

void ProjectReader::deliver(uint64_t number, const Answer& answer, const QString& problem)
{
    if (number != m_number) {
        return;
    }
    m_isBusy = false;
    if (!problem.isEmpty()) {
        emit failed(problem);
    } else if (answer) {
        answer();
    }
}

} // namespace knobscope
