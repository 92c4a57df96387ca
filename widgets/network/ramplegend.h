// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/colours.h"

#include <QPainter>
#include <QWidget>

namespace knobscope {

/// What the colours from nothing to much mean: "0 %", the ramp, "12 % of the time".
class RampLegend : public QWidget
{
public:
    using QWidget::QWidget;

    void setEnds(const QString& least, const QString& most)
    {
        m_least = least;
        m_most = most;
        setAccessibleName(least + QStringLiteral(" – ") + most);
        updateGeometry();
        update();
    }
    const QString& most() const { return m_most; }
    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(m_least + m_most) + kRamp + 4 * kGap, fontMetrics().height() + kGap};
    }
    QSize minimumSizeHint() const override { return {kRamp, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const int left = kGap + fontMetrics().horizontalAdvance(m_least) + kGap;
        painter.drawText(rect().adjusted(kGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_least);
        for (int x = 0; x < kRamp; ++x) {
            painter.fillRect(left + x, kGap / 2, 1, height() - kGap, rampColour(palette(), static_cast<double>(x) / (kRamp - 1)));
        }
        const QRect room = rect().adjusted(left + kRamp + kGap, 0, 0, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(m_most, Qt::ElideRight, room.width()));
    }

private:
    static constexpr int kRamp = 90;
    static constexpr int kGap = 6;
    QString m_least, m_most;
};

} // namespace knobscope
