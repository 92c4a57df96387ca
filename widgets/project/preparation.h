// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/projectwrites.h"
#include "widgets/project/tuningsession.h"

#include <QString>

namespace knobscope {

/// The user's prepared work: the edits of each task and the session's queue. Stored in the open project a moment after each
/// change; in memory if there is none. GUI thread only.
class Preparation : public QObject
{
    Q_OBJECT
public:
    using EditsOfTasks = std::map<std::string, std::vector<SpaceEdit>>; ///< by workloadKey

    Preparation(TuningSession& session, ProjectWrites& writes, QObject* parent = nullptr);

    const EditsOfTasks& edits() const { return m_edits; }
    /// Empty if the task was never edited.
    std::vector<SpaceEdit> editsOf(const std::string& workload) const;
    void setEdits(const std::string& workload, std::vector<SpaceEdit> edits);
    void setEdits(EditsOfTasks edits);

    /// Replaces everything by the content of a project, and appends tasks that were queued without a project to its queue.
    void load(PreparedWork kept, const QString& projectPath);
    /// Stores the current content in this project from now on.
    void moveTo(const QString& projectPath);
    /// Closes the project: keeps these edits and empties the queue.
    void closeProject(EditsOfTasks edits);

signals:
    void editsChanged();
    /// Tasks are queued, but there is no project to store them.
    void projectNeeded();
    /// Reading or storing failed; a message for the log.
    void problem(const QString& text);

private:
    void keep();
    TuningSession& m_session;
    ProjectWrites& m_writes;
    EditsOfTasks m_edits;
    QString m_path; ///< path of the project; empty: none
    bool m_isLoading = false;
    Sentence m_problem; ///< of the last attempt to store
};

} // namespace knobscope
