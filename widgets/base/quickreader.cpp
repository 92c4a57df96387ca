// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/quickreader.h"

#include "core/store/databasewatch.h"

namespace knobscope {

QuickReader::QuickReader()
{
    QObject::connect(&m_work, &SerialWork::idle, &m_work, [this] { m_isLate = false; });
}

std::chrono::milliseconds& QuickReader::sharedTimeout()
{
    static std::chrono::milliseconds timeout = kTimeout;
    return timeout;
}

void QuickReader::setPath(const QString& path)
{
    m_work.drop();
    m_isLate = false;
    m_connection = path.isEmpty() ? nullptr : std::make_shared<Connection>(Connection{path.toStdString(), {}});
}

Result<Project*> QuickReader::Connection::open()
{
    if (!project) {
        project.emplace(TRY(Project::open(path, Project::Mode::ReadOnly)));
    }
    return &*project;
}

bool QuickReader::shouldRetry(const Error& error, const std::atomic<bool>& stop)
{
    return isLocked(error) && !stop;
}

void QuickReader::add(QObject* asker, const QString& name, SerialWork::Work work)
{
    m_work.add(asker, name, [work = std::move(work)](const std::atomic<bool>& stop) {
        const LockWait wait(stop);
        return work(stop);
    });
    if (!m_isLate) {
        m_isLate = !m_work.finishWithin(sharedTimeout());
    }
}

} // namespace knobscope
