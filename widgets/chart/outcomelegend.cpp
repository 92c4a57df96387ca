// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/outcomelegend.h"

#include <QPainter>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int margin = 6;
constexpr int markerRoom = 16;
constexpr int spacing = 2;

QFont smallFont(QFont font)
{
    font.setPointSizeF(std::max(7.0, font.pointSizeF() * 0.85));
    return font;
}

} // namespace

OutcomeLegend::OutcomeLegend(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Markers"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void OutcomeLegend::setPresent(unsigned outcomes)
{
    std::vector<Outcome> shown;
    QStringList texts;
    for (const Outcome outcome : allOutcomes) {
        if ((outcomes >> static_cast<unsigned>(outcome) & 1U) != 0) {
            shown.push_back(outcome);
            texts << outcomeText(outcome);
        }
    }
    if (shown != m_shown) {
        m_shown = std::move(shown);
        setAccessibleDescription(texts.join(QStringLiteral(", ")));
        updateGeometry();
        update();
    }
}

QSize OutcomeLegend::sizeHint() const
{
    const QFontMetrics metrics(smallFont(font()));
    int width = 0;
    for (const Outcome outcome : m_shown) {
        width = std::max(width, metrics.horizontalAdvance(outcomeText(outcome)));
    }
    return {width + markerRoom + 2 * margin, static_cast<int>(m_shown.size()) * (metrics.height() + spacing) + 2 * margin};
}

void OutcomeLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont(font()));
    const int line = painter.fontMetrics().height() + spacing;
    for (size_t i = 0; i < m_shown.size(); ++i) {
        const int top = margin + static_cast<int>(i) * line;
        painter.fillPath(outcomeMarker(m_shown[i], 7).translated(margin + 5, top + line / 2.0), palette().color(QPalette::Text));
        const QRect place(margin + markerRoom, top, width() - 2 * margin - markerRoom, line);
        painter.drawText(place, Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(outcomeText(m_shown[i]), Qt::ElideRight, place.width()));
    }
}

} // namespace knobscope
