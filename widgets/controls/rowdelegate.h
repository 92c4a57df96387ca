// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"
#include "widgets/controls/celltable.h"

#include <QAbstractItemView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <utility>

namespace knobscope {

/// Paints cells in the style, with a tint on the row hovered here or in another view.
class RowDelegate : public QStyledItemDelegate
{
public:
    explicit RowDelegate(QAbstractItemView* view)
        : QStyledItemDelegate(view)
        , m_view(view)
    {
    }

    /// -1: none.
    void setHovered(int row)
    {
        if (std::exchange(m_hovered, row) != row) {
            m_view->viewport()->update();
        }
    }

    /// Keeps the focus frame of a cell in a selected row, for tables with editable cells.
    void setFramesCells(bool frames) { m_framesCells = frames; }
    int hovered() const { return m_hovered; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem cell = option;
        cell.state &= ~QStyle::State_MouseOver; // hovering applies to rows, not cells
        if (cell.state & QStyle::State_Selected && !m_framesCells) {
            cell.state &= ~QStyle::State_HasFocus; // the row shows the focus
        }
        if (index.row() == m_hovered && !(cell.state & QStyle::State_Selected)) {
            QColor tint = cell.palette.color(QPalette::Highlight);
            tint.setAlpha(45);
            painter->fillRect(cell.rect, tint);
        }
        QStyledItemDelegate::paint(painter, cell, index);
    }

private:
    QAbstractItemView* m_view;
    int m_hovered = -1;
    bool m_framesCells = false;
};

/// Also paints a bar in a theme colour for a column of a CellTable with shares from 0 to 1.
class ShareDelegate : public RowDelegate
{
public:
    ShareDelegate(int column, QColor Theme::* colour, QAbstractItemView* view)
        : RowDelegate(view)
        , m_column(column)
        , m_colour(colour)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        RowDelegate::paint(painter, option, index);
        if (index.column() != m_column) {
            return;
        }
        const double share = index.data(CellTable::kSortRole).toDouble();
        QRectF bar = QRectF(option.rect).adjusted(3, 0, -3, 0);
        bar.setTop(bar.bottom() - 4);
        bar.setBottom(bar.bottom() - 1);
        const qreal width = bar.width();
        painter->fillRect(bar, themeFor(option.palette).grid);
        bar.setWidth(width * share);
        if (option.direction == Qt::RightToLeft) {
            bar.translate(width - bar.width(), 0);
        }
        painter->fillRect(bar, themeFor(option.palette).*m_colour);
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QSize size = RowDelegate::sizeHint(option, index);
        return index.column() == m_column ? size.expandedTo({90, 0}) : size;
    }

private:
    int m_column;
    QColor Theme::* m_colour;
};

} // namespace knobscope
