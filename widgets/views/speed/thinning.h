// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/outcome.h"
#include "widgets/plot/plotaxis.h"

#include <QPointF>

#include <cstdint>
#include <vector>

namespace knobscope {

/// The plot area, divided into cells of a few pixels of equal size in plane coordinates.
struct CellGrid {
    PlotAxis x;
    PlotAxis y;
    int columns = 1; ///< at least 1
    int rows = 1;    ///< at least 1
    friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

/// Thins one run's trials for drawing: keeps at most one per cell, and in every column of cells the lowest and the highest. No
/// extreme is lost, and a million trials cost no more than the pixels they cover. Failed trials have no y value: keeps one of
/// each kind per three columns. The result does not depend on how the trials are split over calls.
class Thinning
{
public:
    explicit Thinning(const CellGrid& grid = {});

    const CellGrid& grid() const { return m_grid; }
    /// Ignores points outside the area.
    void addSuccess(QPointF point);
    void addFailure(double x, Outcome outcome);

    /// Points of successful trials: at most (rows + 2) per column, without duplicates.
    std::vector<QPointF> points() const;
    /// x of failed trials of a kind: at most one per three columns.
    const std::vector<double>& failures(Outcome outcome) const { return m_failures[static_cast<size_t>(outcome)]; }

private:
    struct Column {
        QPointF lowest;
        QPointF highest;
        bool isEmpty = true;
        uint8_t failed = 0; ///< one bit per outcome
    };
    int columnOf(double x) const;
    size_t cellAt(int column, int row) const;
    CellGrid m_grid;
    std::vector<Column> m_columns;
    static constexpr uint32_t kNone = ~uint32_t{0};
    std::vector<uint32_t> m_firstOf; ///< by cell: its index in m_first, or kNone
    std::vector<QPointF> m_first;
    std::array<std::vector<double>, kAllOutcomes.size()> m_failures;
};

} // namespace knobscope
