// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/table/celltable.h"
#include "widgets/table/rowdelegate.h"
#include "widgets/theme/theme.h"

namespace knobscope {

/// A share as a number over a bar in one of the theme's colours.
class ShareDelegate : public RowDelegate
{
public:
    explicit ShareDelegate(QColor Theme::* colour, QObject* parent = nullptr)
        : RowDelegate(parent)
        , m_colour(colour)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        RowDelegate::paint(painter, option, index);
        const double share = index.data(CellTable::sortRole).toDouble();
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
        return RowDelegate::sizeHint(option, index).expandedTo({90, 0});
    }

private:
    QColor Theme::* m_colour;
};

} // namespace knobscope
