// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace knobscope {

/// The application style with visible check boxes and toggled buttons in dark windows, where Fusion draws black edges.
class CheckStyle : public QProxyStyle
{
    Q_OBJECT
public:
    using QProxyStyle::QProxyStyle;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

/// Applies style and colours from the settings ("theme": light or dark, absent for the system's).
void applyTheme();

} // namespace knobscope
