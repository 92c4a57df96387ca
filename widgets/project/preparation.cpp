// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/preparation.h"

#include "widgets/base/coretext.h"

#include <QScopedValueRollback>

namespace knobscope {

Preparation::Preparation(TuningSession& session, ProjectWrites& writes, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_writes(writes)
{
    connect(&session, &TuningSession::queueChanged, this, &Preparation::keep);
}

std::vector<SpaceEdit> Preparation::editsOf(const std::string& workload) const
{
    const auto found = m_edits.find(workload);
    return found == m_edits.end() ? std::vector<SpaceEdit>{} : found->second;
}

void Preparation::setEdits(const std::string& workload, std::vector<SpaceEdit> edits)
{
    m_edits[workload] = std::move(edits);
    keep();
    emit editsChanged();
}

void Preparation::setEdits(EditsOfTasks edits)
{
    m_edits = std::move(edits);
    keep();
    emit editsChanged();
}

void Preparation::load(PreparedWork kept, const QString& projectPath)
{
    for (const Sentence& sentence : kept.problems) {
        emit problem(coreText(sentence));
    }
    const std::vector<QueuedTask> unkept = m_path.isEmpty() ? m_session.queue() : std::vector<QueuedTask>();
    kept.queue.insert(kept.queue.end(), unkept.begin(), unkept.end());
    m_path = projectPath;
    m_edits = std::move(kept.edits);
    {
        const QScopedValueRollback taking(m_isLoading, true);
        m_session.setQueue(std::move(kept.queue));
    }
    if (!unkept.empty()) {
        keep();
    }
    emit editsChanged();
}

void Preparation::moveTo(const QString& projectPath)
{
    m_path = projectPath;
    keep();
}

void Preparation::closeProject(EditsOfTasks edits)
{
    m_path.clear();
    m_session.setQueue({});
    setEdits(std::move(edits));
}

void Preparation::keep()
{
    if (m_isLoading) {
        return; // the change comes from the file itself
    }
    if (m_path.isEmpty()) {
        if (!m_session.queue().empty()) {
            emit projectNeeded();
        }
        return;
    }
    m_writes.add(
        m_path, tr("the edits and the queue"), this, QStringLiteral("prepared"),
        [path = m_path.toStdString(), work = PreparedWork{m_edits, m_session.notYetStarted(), {}}] {
            return storePreparedWork(path, work);
        },
        [this](const Result<void>& kept) {
            const Sentence why = kept ? Sentence() : Sentence(kept.error());
            if (why != std::exchange(m_problem, why) && !kept) { // reported once
                emit problem(tr("The edits and the queue cannot be saved: %1").arg(coreText(why)));
            }
        });
}

} // namespace knobscope
