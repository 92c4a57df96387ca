// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/tuningsession.h"
#include "widgets/workspace/projectwrites.h"

#include <QString>

namespace knobscope {

/// What a person has prepared: the edits of each task and the session's queue. Kept in the project that is open, a moment after
/// each change; without one in memory. GUI thread only.
class Preparation : public QObject
{
    Q_OBJECT
public:
    using EditsOfTasks = std::map<std::string, std::vector<SpaceEdit>>; ///< by workloadKey

    Preparation(TuningSession& session, ProjectWrites& writes, QObject* parent = nullptr);

    const EditsOfTasks& edits() const { return m_edits; }
    /// None when the task was never edited.
    std::vector<SpaceEdit> editsOf(const std::string& workload) const;
    void setEdits(const std::string& workload, std::vector<SpaceEdit> edits);
    void setEdits(EditsOfTasks edits);

    /// What a project keeps takes the place of all that is there, but for tasks that wait without a project, which follow its
    /// own.
    void take(PreparedWork kept, const QString& projectPath);
    /// What is there is kept in this project from now on.
    void moveTo(const QString& projectPath);
    /// Edits, for a project that is closed, and an empty queue are what is there.
    void leaveWith(EditsOfTasks edits);

signals:
    void editsChanged();
    /// Tasks wait, and there is no project that could keep them.
    void projectNeeded();
    /// What could not be read or kept, for the log.
    void problem(const QString& text);

private:
    void keep();
    TuningSession& m_session;
    ProjectWrites& m_writes;
    EditsOfTasks m_edits;
    QString m_path; ///< of the project; empty: none
    bool m_isTaking = false;
    Sentence m_problem; ///< of the last time that something was kept
};

} // namespace knobscope
