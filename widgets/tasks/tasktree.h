// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/tasks/taskmodel.h"

#include <QJsonObject>
#include <QPointer>
#include <QTreeView>

namespace knobscope {

/// A TaskModel behind a filter as a tree. What one looks for most stands first; names and sizes of spaces get the room that they
/// need, shapes what the columns that matter most leave of the rest, until a person sets a width.
class TaskTree : public QTreeView
{
    Q_OBJECT
public:
    TaskTree(TaskModel& model, TaskFilter& filter, QWidget* parent = nullptr);

    void fitColumns();
    /// Lets a person show and hide columns.
    void showColumnMenu(const QPoint& at);
    /// Takes what the machine was measured to do at most; where it never was, the column is hidden.
    void takePeaks();

    /// Puts its columns among a view's state.
    void saveState(QJsonObject& state) const;
    void restoreState(const QJsonObject& state);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrangeColumns();
    int margin() const;
    QFontMetrics currentTaskMetrics() const;
    QPointer<TaskModel> m_model; ///< gone before the tree when their view ends
    bool m_fits = true; ///< until a person sets a width
    bool m_hasPeak = false; ///< as it was taken last
};

} // namespace knobscope
