// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/session/tuningsession.h"

#include <QString>

namespace knobscope {

/// What a person has prepared: the edits of each task and the session's queue. Kept in the project that is open, a moment after
/// each change; without one in memory. GUI thread only.
class Preparation : public QObject
{
    Q_OBJECT
public:
    using EditsOfTasks = std::map<std::string, std::vector<SpaceEdit>>; ///< by workloadKey

    explicit Preparation(TuningSession& session, QObject* parent = nullptr);
    /// Waits until all is kept.
    ~Preparation() override;

    const EditsOfTasks& edits() const { return m_edits; }
    /// None when the task was never edited.
    std::vector<SpaceEdit> editsOf(const std::string& workload) const;
    void setEdits(const std::string& workload, std::vector<SpaceEdit> edits);
    void setEdits(EditsOfTasks edits);

    /// What the project keeps takes the place of all that is there.
    void take(Project& project);
    /// What is there is kept in this project from now on.
    void moveTo(const QString& projectPath);
    /// Edits, for a project that is closed, and an empty queue are what is there.
    void leaveWith(EditsOfTasks edits);
    /// Waits until all is kept.
    void finishKeeping() { m_keeper.finishNow(); }

signals:
    void editsChanged();
    /// Tasks wait, and there is no project that could keep them.
    void projectNeeded();
    /// What could not be read or kept, for the log.
    void problem(const QString& text);

private:
    void keep();
    TuningSession& m_session;
    EditsOfTasks m_edits;
    QString m_path; ///< of the project; empty: none
    bool m_isTaking = false;
    Sentence m_problem; ///< of the last time that something was kept
    LatestWork m_keeper;
};

} // namespace knobscope
