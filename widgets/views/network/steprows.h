// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "widgets/controls/celltable.h"

#include <QPalette>

#include <vector>

class QTableView;

namespace knobscope {

/// Headings of the core's table of steps (stepTable()) in the window's language, with their explanations.
std::vector<CellTable::Heading> stepHeadings(const Table& table);
/// Its rows, in order; columns that people do not see are left out.
std::vector<CellTable::Row> stepRows(const Table& table);
/// Keeps a table of steps in its width: what a step takes and what to do stay in sight.
void fitSteps(QTableView& view);

/// Rows of stepComparison(): the change is coloured by its sign, the more the larger it is. `palette`: of the window.
std::vector<CellTable::Row> changeRows(const Table& table, const QPalette& palette);
/// Rows of precisionSteps(): the milliseconds of each other precision are coloured by their difference from float32's.
std::vector<CellTable::Row> precisionRows(const Table& table, const QPalette& palette);
/// Background of a cell that is faster (negative) or slower by `change`, the stronger the closer to `most`; invalid for none.
QColor changeColour(const QPalette& palette, double change, double most);

} // namespace knobscope
