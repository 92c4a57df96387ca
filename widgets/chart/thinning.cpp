// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/thinning.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace knobscope {

namespace {

constexpr int columnsAFailure = 3; // their markers are wider than a cell

bool isSame(const QPointF& a, const QPointF& b)
{
    return a.x() == b.x() && a.y() == b.y(); // QPointF's own == is not exact
}

/// The cell of a value among `count` that divide [start, start + length]; -1 outside, and for what is no number.
int cellOf(double value, double start, double length, int count)
{
    const double place = (value - start) / length;
    if (!(place >= 0 && place <= 1)) {
        return -1;
    }
    return std::min(count - 1, static_cast<int>(place * count));
}

} // namespace

Thinning::Thinning(const CellGrid& grid)
    : m_grid(grid)
{
    m_grid.columns = std::max(1, grid.columns);
    m_grid.rows = std::max(1, grid.rows);
    m_columns.resize(static_cast<size_t>(m_grid.columns));
    m_firstOf.resize(m_columns.size() * static_cast<size_t>(m_grid.rows), none);
}

size_t Thinning::cellAt(int column, int row) const
{
    return static_cast<size_t>(column) * static_cast<size_t>(m_grid.rows) + static_cast<size_t>(row);
}

int Thinning::columnOf(double x) const
{
    return cellOf(x, m_grid.area.left(), m_grid.area.width(), m_grid.columns);
}

void Thinning::addSuccess(QPointF point)
{
    const int column = columnOf(point.x());
    const int row = cellOf(point.y(), m_grid.area.top(), m_grid.area.height(), m_grid.rows);
    if (column < 0 || row < 0) {
        return;
    }
    Column& c = m_columns[static_cast<size_t>(column)];
    if (c.isEmpty || point.y() < c.lowest.y()) {
        c.lowest = point;
    }
    if (c.isEmpty || point.y() > c.highest.y()) {
        c.highest = point;
    }
    c.isEmpty = false;
    const size_t cell = cellAt(column, row);
    if (m_firstOf[cell] == none) {
        m_firstOf[cell] = static_cast<uint32_t>(m_first.size());
        m_first.push_back(point);
    }
}

void Thinning::addFailure(double x, Outcome outcome)
{
    const int place = columnOf(x);
    const int column = place < 0 ? place : place - place % columnsAFailure;
    const auto bit = static_cast<uint8_t>(1U << static_cast<unsigned>(outcome));
    if (column < 0 || (m_columns[static_cast<size_t>(column)].failed & bit) != 0) {
        return;
    }
    m_columns[static_cast<size_t>(column)].failed |= bit;
    m_failures[static_cast<size_t>(outcome)].push_back(x);
}

std::vector<QPointF> Thinning::points() const
{
    std::vector<QPointF> all = m_first;
    const auto isFirst = [&](size_t column, const QPointF& point) {
        const int row = cellOf(point.y(), m_grid.area.top(), m_grid.area.height(), m_grid.rows);
        return isSame(m_first[m_firstOf[cellAt(static_cast<int>(column), row)]], point);
    };
    for (size_t i = 0; i < m_columns.size(); ++i) {
        const Column& c = m_columns[i];
        if (!c.isEmpty && !isFirst(i, c.lowest)) {
            all.push_back(c.lowest);
        }
        if (!c.isEmpty && !isSame(c.lowest, c.highest) && !isFirst(i, c.highest)) {
            all.push_back(c.highest);
        }
    }
    return all;
}

std::vector<QPointF> thinSteps(const std::vector<QPointF>& steps, double end, const CellGrid& grid)
{
    std::vector<QPointF> line;
    const double left = grid.area.left();
    const double right = std::min(grid.area.right(), std::max(end, left));
    const double width = grid.area.width() / std::max(1, grid.columns);
    const auto after = [](double x, const QPointF& step) { return x < step.x(); };
    auto step = std::upper_bound(steps.begin(), steps.end(), left, after);
    if (step != steps.begin()) {
        line.emplace_back(left, std::prev(step)->y());
    }
    while (step != steps.end() && step->x() <= right) {
        if (!line.empty()) {
            line.emplace_back(step->x(), line.back().y());
        }
        line.push_back(*step);
        // What else happens within this column becomes one step to its last height.
        const double columnEnd = left + width * (std::floor((step->x() - left) / width) + 1);
        auto next = std::upper_bound(std::next(step), steps.end(), std::min(columnEnd, right), after);
        if (std::prev(next) != step) {
            line.emplace_back(step->x(), std::prev(next)->y());
        }
        step = next;
    }
    if (!line.empty() && line.back().x() < right) {
        line.emplace_back(right, line.back().y());
    }
    return line;
}

} // namespace knobscope
