// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectlog.h"
#include "widgets/base/latestwork.h"
#include "widgets/base/projectreader.h"
#include "widgets/project/view.h"
#include "widgets/project/workspace.h"
#include "widgets/views/log/logmodel.h"

#include <QTimer>

#include <memory>
#include <vector>

class QLineEdit;
class QTableView;
class QToolButton;

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

class PlaceholderStack;

/// Log of actions and errors, one line each, with filters by level and text: the lines stored in the open project, and those
/// added since. Choosing a line about a config, or one that names a trial ("trial 12") or a config ("config 682"), selects that
/// trial. GUI thread only.
class LogView : public View
{
    Q_OBJECT
public:
    explicit LogView(Workspace& workspace, QWidget* parent = nullptr);

    /// `config`: of the run in progress or the last run; -1: none. `keeping`: Waits or Not, whether to store it in the project.
    void append(MessageLevel level, const QString& line, qint64 config = -1,
                LogEntry::Keeping keeping = LogEntry::Keeping::Waits);
    /// Same for a sentence, which is stored with its pattern.
    void append(MessageLevel level, const Sentence& sentence, qint64 config = -1);
    void addActions(ActionRegistry& registry) override;
    LogModel& model() { return *m_model; }
    LogFilter& filter() { return *m_filter; }
    /// The chosen lines, or all lines shown if none is chosen, one per line.
    QString text() const;
    /// Selects the trial that a line names, once it is found; returns false if it names none of the open project.
    bool follow(const LogEntry& entry);
    /// Starts writing lines that the project does not have yet.
    void storeNow() { m_keeper->write(); }
    /// Waits until follow() is done (tests).
    void finishFollowing() { m_links.finishNow(); }

private:
    QWidget* makeToolbar();
    void add(LogEntry entry);
    void save();
    void find();
    void showState();
    void showBefore();
    LogModel* m_model;
    LogFilter* m_filter;
    QTableView* m_table;
    QLineEdit* m_search;
    std::vector<QToolButton*> m_levels; ///< by MessageLevel; checked: lines are shown
    PlaceholderStack* m_lines;
    ProjectReader m_links;
    std::unique_ptr<LogKeeper> m_keeper; ///< destroyed before the model
    std::vector<QAction*> m_actions;
};

} // namespace knobscope
