// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"

class QColor;
class QComboBox;

namespace knobscope {

class PlotCanvas;

/// Fills the choices of a chart's columns, whose data are the columns' indexes: any column for x, columns of numbers for y.
/// Columns chosen before stay chosen if the table has them; else y is the last one, and x the first other.
void fillAxes(const Table& table, QComboBox& x, QComboBox& y);

/// Shows a column over another as dots, or as a line where x ascends. Texts stand in the order of the table. `y` -1: says that
/// there is no column of numbers.
void showColumns(PlotCanvas& canvas, const Table& table, int x, int y, const QColor& colour);

} // namespace knobscope
