// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/workspace.h"

#include <QWidget>

class QListWidget;
class QPushButton;

namespace knobscope {

/// The queue and its commands: tasks can be added, moved (Alt+Up, Alt+Down) and removed (Delete) until they start.
class QueueView : public QWidget
{
    Q_OBJECT
public:
    explicit QueueView(TuningSession& session);
    /// Texts of what can be added: the current task, and the tasks of its network. An empty text disables the button.
    void setChoices(const QString& task, const QString& network);

signals:
    void addTaskRequested();
    void addNetworkRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void reload();
    void move(int by);
    void remove();
    void updateButtons();
    TuningSession& m_session;
    QListWidget* m_list;
    QPushButton* m_addTask;
    QPushButton* m_addNetwork;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_remove;
};

/// All tasks of the current task's network, each with its edits. Returns an error if the task belongs to no network.
Result<std::vector<LoopTask>> tasksOfNetwork(Workspace& workspace);

} // namespace knobscope
