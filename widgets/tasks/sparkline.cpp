// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tasks/sparkline.h"

#include "widgets/tasks/taskmodel.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace knobscope {

void SparklineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto points = index.data(TaskModel::CurveRole).value<QVector<QPointF>>();
    const QRectF area = QRectF(option.rect).adjusted(4, 3, -4, -3);
    if (points.isEmpty() || area.width() < 4) {
        return;
    }
    const auto at = [&](double x, double y) {
        return QPointF(area.left() + x * area.width(), area.bottom() - y * area.height());
    };
    QPolygonF line;
    for (const QPointF& point : points) {
        if (!line.isEmpty()) {
            line << QPointF(at(point.x(), 0).x(), line.last().y()); // up only at the trial that was better
        }
        line << at(point.x(), point.y());
    }
    line << at(1, points.last().y());
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isSelected ? option.palette.color(QPalette::HighlightedText) : themeFor(option.palette).best, 1.5));
    painter->drawPolyline(line);
    painter->restore();
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize text = QStyledItemDelegate::sizeHint(option, index);
    return {std::max(text.width(), 5 * option.fontMetrics.height()), text.height() + option.fontMetrics.height() / 3};
}

} // namespace knobscope
