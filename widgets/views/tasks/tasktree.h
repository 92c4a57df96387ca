// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/tasks/taskmodel.h"

#include <QPointer>
#include <QTreeView>

namespace knobscope {

class ViewState;

/// A tree view of a filtered TaskModel. The most important columns come first; names, shapes and sizes of spaces get their full
/// width, until the user sets a width.
class TaskTree : public QTreeView
{
    Q_OBJECT
public:
    TaskTree(TaskModel& model, TaskFilter& filter, QWidget* parent = nullptr);

    void fitColumns();
    /// Fits them to names that changed.
    void measureAnew()
    {
        m_shape = -1;
        fitColumns();
    }
    /// Whether a task takes two lines, its name above its shape: the tree is too narrow for a column of shapes.
    bool isCompact() const { return m_isCompact; }
    /// Shows the menu to show and hide columns.
    void showColumnMenu(const QPoint& at);
    /// Updates the machine's peaks; hides their column if there are none.
    void updatePeaks();

    void bindTo(ViewState& state);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    void arrangeColumns();
    void fitCompactColumns();
    int margin() const;
    QFontMetrics currentTaskMetrics() const;
    QPointer<TaskModel> m_model; ///< may be destroyed before the tree
    bool m_fits = true; ///< until the user sets a width
    bool m_isFitting = false; ///< columns change their width by themselves
    bool m_isCompact = false;
    int m_shape = -1; ///< room for the widest shape; -1: not measured since the tasks changed
    int m_name = 0;   ///< likewise of the names
    bool m_hasPeak = false; ///< state at the last update
};

} // namespace knobscope
