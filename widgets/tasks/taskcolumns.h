// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTreeView;

namespace knobscope {

/// Puts the columns of a TaskModel in the order of what one looks for, with widths to begin with.
void arrangeTaskColumns(QTreeView& tree);
/// Gives names the room that they need (the widest in pixels), shapes what the columns that matter most leave of the rest.
void fitTaskColumns(QTreeView& tree, int widestName);

} // namespace knobscope
