// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace knobscope {

/// The style of the program, but that boxes to tick, and buttons that are on, can be seen in a dark window, where Fusion draws
/// their edges in black.
class CheckStyle : public QProxyStyle
{
    Q_OBJECT
public:
    using QProxyStyle::QProxyStyle;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

/// Style and colours as the settings say ("theme": light or dark, absent for the system's).
void applyTheme();

} // namespace knobscope
