// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSize>

#include <vector>

namespace knobscope {

/// Returns the corners of a staircase through points: each value holds until the next point.
std::vector<QPointF> staircase(const std::vector<QPointF>& points);

/// Reduces a polyline in pixels, x ascending, to at most four points per pixel column: the first, lowest, highest and last, which
/// give the same picture.
std::vector<QPointF> thinnedLine(const std::vector<QPointF>& pixels);

/// Reduces dots in pixels within a size to one for each cell of `cell` pixels: the last dot in it.
std::vector<QPointF> thinnedDots(const std::vector<QPointF>& pixels, QSize size, int cell);

} // namespace knobscope
