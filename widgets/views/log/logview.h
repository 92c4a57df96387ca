// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/log/logkeeper.h"
#include "widgets/views/log/logmodel.h"

#include <memory>
#include <vector>

class QLineEdit;
class QTableView;
class QToolButton;

namespace knobscope {

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
