// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/space/knoblayout.h"

#include <QPainter>
#include <QPalette>

namespace knobscope {

/// Paints a laid out row of a KnobList in the painter's font. `focused`: the list has the keyboard focus, so the current cell
/// gets a frame. `previewed`: the cell of the hovered trial's value, which gets a different frame. `isCurrentRow`: the row is
/// tinted.
void paintKnobRow(QPainter& painter, const QPalette& palette, const KnobLayout::Row& place, const KnobRow& row, KnobCell current,
                  KnobCell hovered, KnobCell previewed, bool isCurrentRow, bool focused);

} // namespace knobscope
