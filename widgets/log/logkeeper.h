// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectlog.h"
#include "widgets/background/latestwork.h"
#include "widgets/log/logmodel.h"
#include "widgets/query/projectreader.h"
#include "widgets/workspace/workspace.h"

#include <QTimer>

namespace knobscope {

/// Keeps the lines of a log in the open project, a moment after each was said, and brings back those that were said when it was
/// open before. Lines that the file does not take yet (see keepLog) wait for the next one; what is said while no project is open
/// is kept in the one that begins then. GUI thread only.
class LogKeeper : public QObject
{
    Q_OBJECT
public:
    LogKeeper(Workspace& workspace, LogModel& log, QObject* parent = nullptr);
    /// Hands all that is left to the workspace's writes.
    ~LogKeeper() override;

    void keepSoon();
    /// Begins to write what is left.
    void write();

signals:
    /// The log begins with lines that were said before.
    void broughtBack();
    /// What could not be read or written; once.
    void problem(const QString& text);

private:
    void followProject();
    void followMove();
    void takeWritten(const Result<bool>& isKept);
    void read();
    void tellOnce(const Sentence& sentence);

    Workspace& m_workspace;
    LogModel& m_log;
    QString m_path; ///< of the project; empty: none
    FileStatus m_file; ///< that is there
    quint64 m_visit = 0; ///< counts the files
    bool m_isWriting = false; ///< to this one
    QTimer m_soon;
    Sentence m_problem;
    ProjectReader m_reader;
};

} // namespace knobscope
