// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/log/logkeeper.h"
#include "widgets/log/logmodel.h"
#include "widgets/workspace/view.h"

#include <memory>
#include <vector>

class QLineEdit;
class QTableView;
class QToolButton;

namespace knobscope {

class PageOrSentence;

/// What the program did and what went wrong, a line each, with filters by level and words: what the open project keeps of earlier
/// times, and what was said since. Choosing a line that is about a config, or names a trial ("trial 12") or a config
/// ("config 682"), selects that trial. GUI thread only.
class LogView : public View
{
    Q_OBJECT
public:
    explicit LogView(Workspace& workspace, QWidget* parent = nullptr);

    /// `config`: of the run that goes on or ended last, which it is about; -1: none. Waits, or Not, to be kept in the project.
    void append(MessageLevel level, const QString& line, qint64 config = -1,
                LogEntry::Keeping keeping = LogEntry::Keeping::Waits);
    /// The same for a sentence, which is kept with its pattern.
    void append(MessageLevel level, const Sentence& said, qint64 config = -1);
    void addActions(ActionRegistry& registry) override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;
    LogModel& model() { return *m_model; }
    LogFilter& filter() { return *m_filter; }
    /// The chosen lines, or all that are shown when none is; a line each.
    QString text() const;
    /// Selects what a line names as soon as it is found; false when it names nothing that the open project can have.
    bool follow(const LogEntry& entry);
    /// Waits until that is done (tests).
    /// Begins to write what the project does not have yet.
    void keepNow() { m_keeper->write(); }
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
    QLineEdit* m_words;
    std::vector<QToolButton*> m_levels; ///< by MessageLevel: checked, its lines are shown
    PageOrSentence* m_lines;
    ProjectReader m_links;
    std::unique_ptr<LogKeeper> m_keeper; ///< goes before the model
    std::vector<QAction*> m_actions;
};

} // namespace knobscope
