// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectlog.h"
#include "widgets/base/latestwork.h"
#include "widgets/base/projectreader.h"
#include "widgets/project/workspace.h"
#include "widgets/views/log/logmodel.h"

#include <QTimer>

namespace knobscope {

/// Stores the lines of a log in the open project, a moment after they were logged, and loads those of earlier sessions. Retries
/// lines that the file cannot store yet (see storeLog) with the next line. Lines logged while no project is open are stored in
/// the next new one. GUI thread only.
class LogKeeper : public QObject
{
    Q_OBJECT
public:
    LogKeeper(Workspace& workspace, LogModel& log, QObject* parent = nullptr);
    /// Passes all remaining lines to the workspace's writes.
    ~LogKeeper() override;

    void storeSoon();
    /// Starts writing the remaining lines.
    void write();

signals:
    /// The log now begins with lines of earlier sessions.
    void earlierLinesLoaded();
    /// Reading or writing failed; emitted once per problem.
    void problem(const QString& text);

private:
    void followProject();
    void followMove();
    void onWritten(const Result<bool>& isKept);
    void read();
    void reportOnce(const Sentence& sentence);

    Workspace& m_workspace;
    LogModel& m_log;
    QString m_path; ///< of the project; empty: none
    FileStatus m_file; ///< status of that file
    quint64 m_visit = 0; ///< number of files so far
    bool m_isWriting = false; ///< to the current file
    QTimer m_writeTimer;
    Sentence m_problem;
    ProjectReader m_reader;
};

} // namespace knobscope
