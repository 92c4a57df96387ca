// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QRect>

#include <vector>

class QPainter;

namespace knobscope {

/// Dots with the same look.
struct DotGroup {
    QPainterPath marker; ///< around (0, 0)
    QColor colour;
    std::vector<QPointF> pixels;
};

/// Paints dots within an area, the first group at the bottom. Stamps sprites into one image, because QPainter takes several times
/// as long per dot; paints shapes if the painter writes vectors.
void paintDots(QPainter& painter, const QRect& area, const std::vector<DotGroup>& groups);

} // namespace knobscope
