// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSize>

#include <vector>

namespace knobscope {

/// The corners of a staircase through points: each holds until the next.
std::vector<QPointF> staircase(const std::vector<QPointF>& points);

/// A polyline in pixels, x ascending, with at most four points a pixel column: the first, the lowest, the highest and the last in
/// it, so that the picture is the same whatever the number of points.
std::vector<QPointF> thinnedLine(const std::vector<QPointF>& pixels);

/// Dots in pixels within a size, one for each cell of `cell` pixels: the last that lies in it.
std::vector<QPointF> thinnedDots(const std::vector<QPointF>& pixels, QSize size, int cell);

} // namespace knobscope
