// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tasks/taskmodel.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QLineEdit;
class QTreeView;

namespace knobscope {

/// The tree of tasks with a filter above it. GUI thread only.
class TaskView : public QWidget
{
    Q_OBJECT
public:
    explicit TaskView(QWidget* parent = nullptr);
    TaskModel& model() { return *m_model; }
    /// Selects a task by its id and shows it.
    void choose(const QString& id);

signals:
    /// A task was chosen with mouse or keyboard.
    void taskChosen(const knobscope::NetworkTask& task);

private:
    TaskModel* m_model;
    QSortFilterProxyModel* m_filtered;
    QTreeView* m_tree;
    QLineEdit* m_filter;
};

} // namespace knobscope
