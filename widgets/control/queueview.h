// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/table/celltable.h"
#include "widgets/workspace/workspace.h"

#include <QWidget>

class QListView;
class QPushButton;

namespace knobscope {

/// The queue with what can be done to it: tasks are added, moved (Alt+Up, Alt+Down) and removed (Delete) until they start.
class QueueView : public QWidget
{
    Q_OBJECT
public:
    explicit QueueView(TuningSession& session);
    /// What can be added: the current task, and the tasks of the network it is from. Empty texts disable.
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
    CellTable m_model; ///< a row a task
    QListView* m_list;
    QPushButton* m_addTask;
    QPushButton* m_addNetwork;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_remove;
};

/// Every task of the network that the current task is from, each with its edits. Refuses a task that is from no network.
Result<std::vector<LoopTask>> tasksOfNetwork(Workspace& workspace);

} // namespace knobscope
