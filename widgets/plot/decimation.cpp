// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/decimation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace knobscope {

std::vector<QPointF> staircase(const std::vector<QPointF>& points)
{
    std::vector<QPointF> out;
    for (size_t i = 0; i < points.size(); ++i) {
        if (i > 0) {
            out.emplace_back(points[i].x(), points[i - 1].y());
        }
        out.push_back(points[i]);
    }
    return out;
}

std::vector<QPointF> thinnedLine(const std::vector<QPointF>& pixels)
{
    std::vector<QPointF> out;
    for (size_t from = 0; from < pixels.size();) {
        const double column = std::floor(pixels[from].x());
        size_t to = from;
        size_t low = from;
        size_t high = from;
        while (to < pixels.size() && std::floor(pixels[to].x()) == column) {
            low = pixels[to].y() < pixels[low].y() ? to : low;
            high = pixels[to].y() > pixels[high].y() ? to : high;
            ++to;
        }
        size_t last = pixels.size();
        std::array<size_t, 4> kept{from, std::min(low, high), std::max(low, high), to - 1};
        for (const size_t i : kept) {
            if (i != last) {
                out.push_back(pixels[i]);
                last = i;
            }
        }
        from = std::max(to, from + 1);
    }
    return out;
}

std::vector<QPointF> thinnedDots(const std::vector<QPointF>& pixels, QSize size, int cell)
{
    const int columns = size.width() / cell + 1;
    const int rows = size.height() / cell + 1;
    std::vector<bool> taken(static_cast<size_t>(columns) * static_cast<size_t>(rows));
    std::vector<QPointF> out;
    for (auto pixel = pixels.rbegin(); pixel != pixels.rend(); ++pixel) {
        if (!(pixel->x() >= 0 && pixel->y() >= 0 && pixel->x() <= size.width() && pixel->y() <= size.height())) {
            continue;
        }
        const auto at = static_cast<size_t>(pixel->y()) / static_cast<size_t>(cell) * static_cast<size_t>(columns)
                      + static_cast<size_t>(pixel->x()) / static_cast<size_t>(cell);
        if (!taken[at]) {
            taken[at] = true;
            out.push_back(*pixel);
        }
    }
    return out;
}

} // namespace knobscope
