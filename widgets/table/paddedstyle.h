// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace knobscope {

/// The program's style with more room at the sides of table cells, so that numbers at the right of a column stand apart from
/// words at the left of the next.
class PaddedStyle : public QProxyStyle
{
    Q_OBJECT
public:
    explicit PaddedStyle(QObject* parent) { setParent(parent); }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        return metric == PM_FocusFrameHMargin ? usual + 4 : metric == PM_HeaderMargin ? usual + 3 : usual;
    }
};

} // namespace knobscope
