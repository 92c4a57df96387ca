// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/chart/outcome.h"
#include "widgets/plot/plotaxis.h"

#include <QPointF>

#include <cstdint>
#include <vector>

namespace knobscope {

/// What is drawn, cut into cells of a few pixels, which are even in the plane of its axes.
struct CellGrid {
    PlotAxis x;
    PlotAxis y;
    int columns = 1; ///< at least
    int rows = 1;    ///< at least
    friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

/// What is drawn of one run's trials: at most one a cell, and in every column of cells the very lowest and the very highest,
/// so that no extreme is lost and a million trials cost no more than the pixels they fall on. Failed trials have no height:
/// one of each kind is kept in three columns. Trials are added in any portions; the result is the same.
class Thinning
{
public:
    explicit Thinning(const CellGrid& grid = {});

    const CellGrid& grid() const { return m_grid; }
    /// Outside of the area: ignored.
    void addSuccess(QPointF point);
    void addFailure(double x, Outcome outcome);

    /// Successful ones: at most (rows + 2) a column, each once.
    std::vector<QPointF> points() const;
    /// The x of the failed ones of a kind: at most one in three columns.
    const std::vector<double>& failures(Outcome outcome) const { return m_failures[static_cast<size_t>(outcome)]; }

private:
    struct Column {
        QPointF lowest;
        QPointF highest;
        bool isEmpty = true;
        uint8_t failed = 0; ///< a bit an outcome
    };
    int columnOf(double x) const;
    size_t cellAt(int column, int row) const;
    CellGrid m_grid;
    std::vector<Column> m_columns;
    static constexpr uint32_t none = ~uint32_t{0};
    std::vector<uint32_t> m_firstOf; ///< of each cell: its place in m_first, or none
    std::vector<QPointF> m_first;
    std::array<std::vector<double>, allOutcomes.size()> m_failures;
};

} // namespace knobscope
