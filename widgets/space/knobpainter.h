// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/space/knoblayout.h"

#include <QPainter>
#include <QPalette>

namespace knobscope {

/// Paints a row of a KnobList as laid out, in the painter's font.
/// `focused`: the list has the keyboard, so the current cell gets a frame.
/// `previewed`: what the trial under the pointer has gets a frame of its own. `isCurrentRow`: it is tinted.
void paintKnobRow(QPainter& painter, const QPalette& palette, const KnobLayout::Row& place, const KnobRow& row, KnobCell current,
                  KnobCell hovered, KnobCell previewed, bool isCurrentRow, bool focused);

} // namespace knobscope
