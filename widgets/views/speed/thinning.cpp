// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/speed/thinning.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kColumnsPerFailure = 3; // markers are wider than a cell

bool isSame(const QPointF& a, const QPointF& b)
{
    return a.x() == b.x() && a.y() == b.y(); // QPointF's == is fuzzy
}

/// The cell of a value among `count` equal cells of an axis; -1 if outside or NaN.
int cellOf(double value, const PlotAxis& axis, int count)
{
    const double place = (axis.toPlane(value) - axis.from()) / (axis.to() - axis.from());
    if (!(place >= 0 && place <= 1)) {
        return -1;
    }
    return std::min(count - 1, static_cast<int>(place * count));
}

} // namespace

Thinning::Thinning(const CellGrid& grid)
    : m_grid(grid)
    , m_columns(static_cast<size_t>(grid.columns))
    , m_firstOf(m_columns.size() * static_cast<size_t>(grid.rows), kNone)
{
}

size_t Thinning::cellAt(int column, int row) const
{
    return static_cast<size_t>(column) * static_cast<size_t>(m_grid.rows) + static_cast<size_t>(row);
}

int Thinning::columnOf(double x) const
{
    return cellOf(x, m_grid.x, m_grid.columns);
}

void Thinning::addSuccess(QPointF point)
{
    const int column = columnOf(point.x());
    const int row = cellOf(point.y(), m_grid.y, m_grid.rows);
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
    if (m_firstOf[cell] == kNone) {
        m_firstOf[cell] = static_cast<uint32_t>(m_first.size());
        m_first.push_back(point);
    }
}

void Thinning::addFailure(double x, Outcome outcome)
{
    const int place = columnOf(x);
    const int column = place < 0 ? place : place - place % kColumnsPerFailure;
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
        const int row = cellOf(point.y(), m_grid.y, m_grid.rows);
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

} // namespace knobscope
