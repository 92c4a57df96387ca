// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/checkstyle.h"

#include "widgets/theme/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace knobscope {

void CheckStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    const bool isBox = element == PE_IndicatorItemViewItemCheck || element == PE_IndicatorCheckBox;
    if (!isBox || !isDark(option->palette) || baseStyle()->name().compare(QLatin1String("fusion"), Qt::CaseInsensitive) != 0) {
        return;
    }
    QColor edge = option->palette.color(QPalette::Text);
    edge.setAlphaF(option->state & State_Enabled ? 0.65F : 0.3F);
    painter->save();
    painter->setPen(edge);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -1.5, -1.5));
    painter->restore();
}

} // namespace knobscope
