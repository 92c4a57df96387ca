// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/failures/failuremodel.h"
#include "widgets/table/rowdelegate.h"
#include "widgets/theme/theme.h"

namespace knobscope {

/// A share as a bar behind its number.
class ShareDelegate : public RowDelegate
{
public:
    using RowDelegate::RowDelegate;

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
        painter->fillRect(bar, themeFor(option.palette).failure);
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return RowDelegate::sizeHint(option, index).expandedTo({90, 0});
    }
};

} // namespace knobscope
