// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"
#include "widgets/plot/colours.h"

#include <QCoreApplication>
#include <QPainter>
#include <QWidget>

#include <utility>
#include <vector>

namespace knobscope {

/// Legend of colours: a ramp with its ends and its direction ("0 %", the ramp, "12 % of the time (darker is more)"), or a text
/// for each colour. Hidden if there is neither.
class RampLegend : public QWidget
{
public:
    explicit RampLegend(QWidget* parent = nullptr)
        : QWidget(parent)
    {
        setFont(textFont(TextSize::Small));
    }

    QString most() const
    {
        return m_most.isEmpty() ? m_most
                                : QCoreApplication::translate("knobscope::RampLegend", "%1 (darker is more)").arg(m_most);
    }
    /// The texts of the ramp's ends; `colours` replace the ramp unless empty.
    void setMeaning(const QString& least, const QString& most, std::vector<std::pair<QColor, QString>> colours)
    {
        m_least = least;
        m_most = most;
        m_colours = std::move(colours);
        QStringList names;
        for (const auto& [colour, name] : m_colours) {
            names << name;
        }
        setAccessibleName(names.isEmpty() ? m_least + QStringLiteral(" – ") + this->most() : names.join(QStringLiteral(", ")));
        setToolTip(accessibleName()); // in case the text is cut off
        setVisible(!m_most.isEmpty() || !names.isEmpty());
        updateGeometry();
        update();
    }
    QSize sizeHint() const override
    {
        const int ramp = fontMetrics().horizontalAdvance(m_least + most()) + kRamp + 4 * kGap;
        return {m_colours.empty() ? ramp : colourWidth(), fontMetrics().height() + kGap};
    }
    QSize minimumSizeHint() const override { return {kRamp, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        if (!m_colours.empty()) {
            paintColours(painter);
            return;
        }
        const int left = kGap + fontMetrics().horizontalAdvance(m_least) + kGap;
        painter.drawText(rect().adjusted(kGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, m_least);
        for (int x = 0; x < kRamp; ++x) {
            painter.fillRect(left + x, kGap / 2, 1, height() - kGap, rampColour(palette(), static_cast<double>(x) / (kRamp - 1)));
        }
        const QRect room = rect().adjusted(left + kRamp + kGap, 0, 0, 0);
        const bool fits = fontMetrics().horizontalAdvance(most()) <= room.width(); // the tool tip has it whole
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         fontMetrics().elidedText(fits ? most() : m_most, Qt::ElideRight, room.width()));
    }

private:
    void paintColours(QPainter& painter) const
    {
        int x = kGap;
        for (const auto& [colour, name] : m_colours) {
            painter.fillRect(x, kGap / 2, height() - kGap, height() - kGap, colour);
            x += height();
            painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, name);
            x += fontMetrics().horizontalAdvance(name) + 2 * kGap;
        }
    }
    int colourWidth() const
    {
        int width = kGap;
        for (const auto& [colour, name] : m_colours) {
            width += fontMetrics().horizontalAdvance(name) + fontMetrics().height() + 3 * kGap;
        }
        return width;
    }
    static constexpr int kRamp = 72;
    static constexpr int kGap = 6;
    QString m_least, m_most;
    std::vector<std::pair<QColor, QString>> m_colours;
};

} // namespace knobscope
