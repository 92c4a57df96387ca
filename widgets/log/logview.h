// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/log/logmodel.h"
#include "widgets/workspace/view.h"

#include <vector>

class QLabel;
class QLineEdit;
class QTableView;

namespace knobscope {

/// What the program did and what went wrong, a line each, with filters by level and words. Choosing a line that names a trial
/// ("trial 12") or a config ("config 682") selects it. GUI thread only.
class LogView : public View
{
    Q_OBJECT
public:
    explicit LogView(Workspace& workspace, QWidget* parent = nullptr);

    /// `config`: of the run that goes on, which it is about; -1: none.
    void append(LogLevel level, const QString& line, qint64 config = -1);
    void addActions(ActionRegistry& registry) override;
    LogModel& model() { return *m_model; }
    LogFilter& filter() { return *m_filter; }
    /// The chosen lines, or all that are shown when none is; a line each.
    QString text() const;
    /// Selects what a line names; false when it names nothing that the open project has.
    bool follow(const LogEntry& entry);

private:
    QWidget* makeToolbar();
    void copy() const;
    void save();
    void find();
    void showState();
    LogModel* m_model;
    LogFilter* m_filter;
    QTableView* m_table;
    QLineEdit* m_words;
    QLabel* m_empty;
    std::vector<std::pair<QString, QAction*>> m_actions;
};

} // namespace knobscope
