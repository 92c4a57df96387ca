// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace knobscope {

/// The application's style: Fusion with flat, quiet controls in the colours of the theme (widgets/base/theme.h), which it takes
/// from the palette.
class ThemeStyle : public QProxyStyle
{
    Q_OBJECT
public:
    ThemeStyle();

    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

/// Marks the button that a person presses next in its pane: filled with the accent.
void makePrimary(QWidget& button);

/// How many times as large as usual all text is; 1 at first.
double textScale();
/// Makes all text of the program so large, also that of widgets with a font of their own. GUI thread.
void setTextScale(double scale);
/// Applies style, font and colours from the settings ("theme": light or dark, absent: like the system's).
void applyTheme();
/// Applies style, font and the colours of one theme.
void applyTheme(bool isDark);

} // namespace knobscope
