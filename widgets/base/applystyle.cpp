// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/applystyle.h"

#include "widgets/base/theme.h"

#include <QApplication>
#include <QPainter>
#include <QSettings>
#include <QStyleOption>

namespace knobscope {

namespace {

bool isToggledOn(QStyle::PrimitiveElement element, const QStyleOption* option)
{
    return (element == QStyle::PE_PanelButtonTool || element == QStyle::PE_PanelButtonCommand)
        && (option->state & QStyle::State_On) && isDark(option->palette);
}

/// Marks a toggled button: Fusion only darkens it, which is invisible in a dark window.
void markToggled(const QStyleOption& option, QPainter& painter)
{
    constexpr qreal radius = 2;
    QColor fill = option.palette.color(QPalette::Highlight);
    fill.setAlphaF(0.25F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(option.palette.color(QPalette::Highlight).lighter(130));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

} // namespace

void CheckStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (isToggledOn(element, option)) {
        markToggled(*option, *painter);
    }
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

void applyTheme()
{
    static const QString systemStyle = QApplication::style()->name();
    const QString theme = QSettings().value(QStringLiteral("theme")).toString();
    const bool isDark = theme == QLatin1String("dark");
    const bool isOwn = isDark || theme == QLatin1String("light");
    // Desktop styles have their own colours; Fusion uses the palette.
    QApplication::setStyle(new CheckStyle(isOwn ? QStringLiteral("Fusion") : systemStyle));
    QApplication::setPalette(isDark ? darkPalette() : isOwn ? lightPalette() : QPalette());
}

} // namespace knobscope
