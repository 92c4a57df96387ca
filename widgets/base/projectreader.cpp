// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/projectreader.h"

#include "core/store/databasewatch.h"
#include "widgets/base/coretext.h"

namespace knobscope {

ProjectReader::ProjectReader(JobLength length)
    : m_work(length, [this](const Error& error) { emit failed(coreText(error)); })
{
}

void ProjectReader::setPath(const QString& path)
{
    cancel();
    m_connection = path.isEmpty() ? nullptr : std::make_shared<Connection>(Connection{path.toStdString(), {}});
}

void ProjectReader::ask(Question question)
{
    cancel();
    if (!m_connection) {
        return;
    }
    m_work.request([this, connection = m_connection, question = std::move(question)](const std::atomic<bool>& stop) -> Answer {
        const LockWait wait(stop);
        while (!connection->project) {
            auto opened = Project::open(connection->path, Project::Mode::ReadOnly);
            if (!opened && isLocked(opened.error()) && !stop) {
                continue;
            }
            if (!opened) {
                return [this, sentence = coreText(opened.error())] { emit failed(sentence); };
            }
            connection->project.emplace(std::move(*opened));
        }
        return question(*connection->project, stop);
    });
}

} // namespace knobscope
