// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/handin.h"
#include "widgets/project/workspace.h"

#include <QObject>

namespace knobscope {

/// The log of answers of the open project: read when a project is opened, written a moment after each answer. Before there is a
/// project, the first answer creates the unnamed one. GUI thread only.
class LessonBook : public QObject
{
    Q_OBJECT
public:
    explicit LessonBook(Workspace& workspace, QObject* parent = nullptr);

    const LessonLog& log() const { return m_log; }
    /// Appends and stores an event of a step; `more` are its other members.
    void add(const std::string& lesson, const std::string& step, const char* event,
             nlohmann::json more = nlohmann::json::object());
    /// Writes a hand-in with the open project's runs.
    Result<void> handIn(const QString& path, const QString& student) const;
    /// Waits until a project's log is read (tests).
    void finishReading() { m_workspace.finishAsking(); }

signals:
    /// Another project's log is there.
    void reset();

private:
    void read();
    void store();

    Workspace& m_workspace;
    LessonLog m_log;
    bool m_isCreating = false; ///< the project is being made for this log
    bool m_isTouched = false;  ///< answered since the project was opened, before its log was read
};

} // namespace knobscope
