// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QStyledItemDelegate>

#include <utility>

namespace knobscope {

/// Paints cells as the style does, with a tint over the row that is pointed at here or in another view.
class RowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// -1: none. Whether it is another row than before.
    bool setHovered(int row) { return std::exchange(m_hovered, row) != row; }

    /// Keeps the frame of the current cell in a chosen row, for tables whose cells can be edited.
    void setFramesCells(bool frames) { m_framesCells = frames; }
    int hovered() const { return m_hovered; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem cell = option;
        cell.state &= ~QStyle::State_MouseOver; // rows are pointed at, not cells
        if (cell.state & QStyle::State_Selected && !m_framesCells) {
            cell.state &= ~QStyle::State_HasFocus; // the row shows it
        }
        if (index.row() == m_hovered && !(cell.state & QStyle::State_Selected)) {
            QColor tint = cell.palette.color(QPalette::Highlight);
            tint.setAlpha(45);
            painter->fillRect(cell.rect, tint);
        }
        QStyledItemDelegate::paint(painter, cell, index);
    }

private:
    int m_hovered = -1;
    bool m_framesCells = false;
};

} // namespace knobscope
