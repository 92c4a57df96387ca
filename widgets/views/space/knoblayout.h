// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/space/knobrows.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QRect>

#include <cstdint>
#include <ranges>

namespace knobscope {

/// A cell of the list: a chip of a row, or a button after the chips.
struct KnobCell {
    enum Kind : uint8_t { None, Chip, More, Add, Reset };
    int row = -1;
    Kind kind = None;
    int chip = 0; ///< index of the chip, for Chip
    bool isValid() const { return row >= 0 && kind != None; }
    friend bool operator==(const KnobCell&, const KnobCell&) = default;
};

/// The geometry of a KnobList for a given width. Chips use at most two lines per row; the others are behind the "more" button. If
/// not all fit, added, current and marked values come first. In logical pixels from the top of the list.
class KnobLayout
{
    Q_DECLARE_TR_FUNCTIONS(KnobLayout)
public:
    struct Cell {
        KnobCell cell;
        QRect rect;
        QString text;
    };
    struct Row {
        QRect rect;
        QRect name;
        QRect kind;
        QRect count;
        std::vector<Cell> cells; ///< chips, more, add, reset: in keyboard order
    };

    void update(const std::vector<KnobRow>& rows, int width, const QFontMetrics& metrics, const QFontMetrics& bold);
    const std::vector<Row>& rows() const { return m_rows; }
    int height() const { return m_rows.empty() ? 0 : m_rows.back().rect.bottom() + 1; }
    const Cell* find(KnobCell cell) const;
    /// The cell at a point; invalid if there is none.
    KnobCell at(const QPoint& point) const;
    int rowAt(int y) const;
    /// The cells at the ends of a row; invalid if there is none.
    KnobCell first(int row) const { return has(row) ? m_rows[static_cast<size_t>(row)].cells.front().cell : KnobCell(); }
    KnobCell last(int row) const { return has(row) ? m_rows[static_cast<size_t>(row)].cells.back().cell : KnobCell(); }
    /// Moves by one step of an arrow key; stays at the border.
    KnobCell step(KnobCell from, int dx, int dy) const;

    static QString countText(const KnobRow& row);

private:
    auto allCells() const { return m_rows | std::views::transform(&Row::cells) | std::views::join; }
    bool has(int row) const { return row >= 0 && row < static_cast<int>(m_rows.size()); }
    std::vector<Row> m_rows;
};

} // namespace knobscope
