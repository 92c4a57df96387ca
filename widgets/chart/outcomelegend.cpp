// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart/outcomelegend.h"

#include "widgets/chart/outcome.h"

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
    QStringList texts;
    for (const Outcome outcome : allOutcomes) {
        texts.append(outcomeText(outcome));
    }
    setAccessibleName(tr("Markers"));
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize OutcomeLegend::sizeHint() const
{
    const QFontMetrics metrics(smallFont(font()));
    int width = 0;
    for (const Outcome outcome : allOutcomes) {
        width = std::max(width, metrics.horizontalAdvance(outcomeText(outcome)));
    }
    return {width + markerRoom + 2 * margin, static_cast<int>(allOutcomes.size()) * (metrics.height() + spacing) + 2 * margin};
}

void OutcomeLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont(font()));
    const int line = painter.fontMetrics().height() + spacing;
    for (size_t i = 0; i < allOutcomes.size(); ++i) {
        const int top = margin + static_cast<int>(i) * line;
        painter.fillPath(outcomeMarker(allOutcomes[i], 7).translated(margin + 5, top + line / 2.0),
                         palette().color(QPalette::Text));
        const QRect place(margin + markerRoom, top, width() - 2 * margin - markerRoom, line);
        painter.drawText(place, Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(outcomeText(allOutcomes[i]), Qt::ElideRight, place.width()));
    }
}

} // namespace knobscope
