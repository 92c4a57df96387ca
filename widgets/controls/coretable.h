// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "widgets/controls/celltable.h"

#include <vector>

namespace knobscope {

/// The columns of a core's table that people see, in the window's language: "to 90 %" becomes "To 90 %".
std::vector<CellTable::Heading> headingsOf(const Table& table);
/// The text of a cell (Table::shown): one without a value is empty in the window, where terminals have "-".
QString cellText(const Sentence& shown);
/// Its cells in these columns, with numbers as the locale writes them. Cells of numbers are sorted by value, missing ones last.
std::vector<CellTable::Row> rowsOf(const Table& table);

} // namespace knobscope
