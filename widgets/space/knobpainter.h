// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/space/knoblayout.h"

#include <QPainter>
#include <QPalette>

namespace knobscope {

/// Paints rows of a KnobList as laid out.
class KnobPainter
{
public:
    KnobPainter(QPainter& painter, const QPalette& palette, const QFont& font);
    /// `focused`: the list has the keyboard, so the current cell gets a frame.
    /// `previewed`: what the trial under the pointer has gets a frame of its own. `isCurrentRow`: it is tinted.
    void paintRow(const KnobLayout::Row& place, const KnobRow& row, KnobCell current, KnobCell hovered, KnobCell previewed,
                  bool isCurrentRow, bool focused);

private:
    void paintChip(const KnobLayout::Cell& place, const KnobChip& chip, bool isHovered);
    void paintButton(const KnobLayout::Cell& place, bool isHovered);
    void paintBox(const QRectF& shape, const QPen& pen, const QColor& fill = Qt::transparent);
    QPainter& m_painter;
    QPalette m_palette;
    QFont m_font;
    QFont m_bold;
    QFont m_struck;
};

} // namespace knobscope
