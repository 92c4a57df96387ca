// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainterPath>
#include <QRect>

#include <vector>

class QPainter;

namespace knobscope {

/// Dots that look alike.
struct DotGroup {
    QPainterPath marker; ///< around (0, 0)
    QColor colour;
    std::vector<QPointF> pixels;
};

/// Paints dots within an area, the first group lowest: stamped into one image, since QPainter takes several times as long for
/// each; shapes where the painter writes vectors.
void paintDots(QPainter& painter, const QRect& area, const std::vector<DotGroup>& groups);

} // namespace knobscope
