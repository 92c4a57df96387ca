// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTreeView;

namespace knobscope {

class TaskModel;

/// Puts the columns of a TaskModel in the order of what one looks for, with widths to begin with.
void arrangeTaskColumns(QTreeView& tree);
/// Gives names and sizes of spaces the room that they need, shapes what the columns that matter most leave of the rest.
void fitTaskColumns(QTreeView& tree, const TaskModel& model);

} // namespace knobscope
