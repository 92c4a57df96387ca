// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/knobpainter.h"

#include "widgets/theme/theme.h"

#include <QApplication>

namespace knobscope {

namespace {

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

} // namespace

KnobPainter::KnobPainter(QPainter& painter, const QPalette& palette, const QFont& font)
    : m_painter(painter)
    , m_palette(palette)
    , m_font(font)
    , m_bold(font)
    , m_struck(font)
{
    m_bold.setBold(true);
    m_struck.setStrikeOut(true);
    m_painter.setRenderHint(QPainter::Antialiasing);
}

void KnobPainter::paintRow(const KnobLayout::Row& place, const KnobRow& row, KnobCell current, KnobCell hovered,
                           KnobCell previewed, bool isCurrentRow, bool focused)
{
    const Theme theme = themeFor(m_palette);
    const QColor base = m_palette.color(QPalette::Base);
    if (isCurrentRow) {
        m_painter.fillRect(place.rect, mixed(base, m_palette.color(QPalette::Highlight), 0.10));
    }
    if (row.isChanged) {
        m_painter.fillRect(QRect(place.rect.left(), place.rect.top(), 4, place.rect.height()), theme.changed);
    }
    m_painter.setPen(mixed(base, m_palette.color(QPalette::Text), 0.15));
    m_painter.drawLine(place.rect.bottomLeft(), place.rect.bottomRight());

    m_painter.setFont(m_bold);
    m_painter.setPen(row.isChanged ? theme.changed : m_palette.color(QPalette::Text));
    m_painter.drawText(place.name, Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetrics(m_bold).elidedText(row.name, Qt::ElideRight, place.name.width()));
    m_painter.setFont(m_font);
    const QColor soft = mixed(base, m_palette.color(QPalette::Text), 0.72);
    m_painter.setPen(soft);
    m_painter.drawText(place.kind, Qt::AlignLeft | Qt::AlignVCenter,
                       QFontMetrics(m_font).elidedText(row.kind, Qt::ElideRight, place.kind.width()));
    m_painter.setPen(row.isChanged ? theme.changed : soft);
    m_painter.drawText(place.count, Qt::AlignRight | Qt::AlignVCenter, KnobLayout::countText(row));

    for (const KnobLayout::Cell& cell : place.cells) {
        if (cell.cell.kind == KnobCell::Chip) {
            paintChip(cell, row.chips[static_cast<size_t>(cell.cell.chip)], cell.cell == hovered);
        } else {
            paintButton(cell, cell.cell == hovered);
        }
        if (cell.cell == previewed) {
            // Dashed and tinted like a row that is pointed at: it is there for a moment, and not a choice.
            QColor tint = m_palette.color(QPalette::Highlight);
            const QPen pen(isDark(m_palette) ? tint.lighter(140) : tint, 2, Qt::DashLine);
            tint.setAlpha(70);
            paintBox(QRectF(cell.rect).adjusted(0.5, 0.5, -0.5, -0.5), pen, tint);
        }
        if (focused && cell.cell == current) {
            paintBox(QRectF(cell.rect).adjusted(-1.5, -1.5, 1.5, 1.5), QPen(m_palette.color(QPalette::Text), 1.5));
        }
    }
}

void KnobPainter::paintBox(const QRectF& shape, const QPen& pen, const QColor& fill)
{
    m_painter.setPen(pen);
    m_painter.setBrush(fill);
    m_painter.drawRoundedRect(shape, shape.height() / 3, shape.height() / 3);
}

void KnobPainter::paintChip(const KnobLayout::Cell& place, const KnobChip& chip, bool isHovered)
{
    const Theme theme = themeFor(m_palette);
    const QColor base = m_palette.color(QPalette::Base);
    const QColor text = m_palette.color(QPalette::Text);
    const QColor highlight = m_palette.color(QPalette::Highlight);
    const QRectF shape = QRectF(place.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double round = shape.height() / 3;
    if (chip.state == Candidate::State::Removed) {
        paintBox(shape, QPen(mixed(base, text, 0.4), 1, Qt::DashLine), isHovered ? mixed(base, text, 0.06) : Qt::transparent);
    } else {
        const QColor tint = chip.state == Candidate::State::Added ? theme.changed : highlight;
        paintBox(shape, mixed(base, tint, 0.55), mixed(base, tint, isHovered ? 0.32 : 0.2));
    }
    if (chip.isMarked) {
        paintBox(shape.adjusted(1, 1, -1, -1), QPen(theme.failure, 2));
    }
    if (chip.isCurrent) { // the current config: a bar below the value
        m_painter.fillRect(QRectF(shape.left() + round, shape.bottom() - 3, shape.width() - 2 * round, 2.5),
                           isDark(m_palette) ? text : highlight);
    }
    const bool isRemoved = chip.state == Candidate::State::Removed;
    m_painter.setFont(isRemoved ? m_struck : m_font);
    m_painter.setPen(isRemoved ? mixed(base, text, 0.62) : text);
    const QFontMetrics metrics(m_painter.font());
    m_painter.drawText(place.rect, Qt::AlignCenter, metrics.elidedText(chip.text, Qt::ElideRight, place.rect.width() - 4));
    m_painter.setFont(m_font);
}

void KnobPainter::paintButton(const KnobLayout::Cell& place, bool isHovered)
{
    const QColor base = m_palette.color(QPalette::Base);
    const QColor text = m_palette.color(QPalette::Text);
    paintBox(QRectF(place.rect).adjusted(0.5, 0.5, -0.5, -0.5), mixed(base, text, isHovered ? 0.5 : 0.28),
             isHovered ? mixed(base, text, 0.08) : Qt::transparent);
    m_painter.setPen(place.cell.kind == KnobCell::Reset ? themeFor(m_palette).changed : text);
    m_painter.drawText(place.rect, Qt::AlignCenter, place.text);
}

} // namespace knobscope
