// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/knobpainter.h"

#include "widgets/base/theme.h"

namespace knobscope {

namespace {

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

void paintBox(QPainter& painter, const QRectF& shape, const QPen& pen, const QColor& fill = Qt::transparent)
{
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawRoundedRect(shape, shape.height() / 3, shape.height() / 3);
}

void paintChip(QPainter& painter, const QPalette& palette, const KnobLayout::Cell& place, const KnobChip& chip, bool isHovered)
{
    const Theme theme = themeFor(palette);
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const QColor highlight = palette.color(QPalette::Highlight);
    const QRectF shape = QRectF(place.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    const double round = shape.height() / 3;
    if (chip.state == Candidate::State::Removed) {
        paintBox(painter, shape, QPen(mixed(base, text, 0.4), 1, Qt::DashLine),
                 isHovered ? mixed(base, text, 0.06) : Qt::transparent);
    } else {
        const QColor tint = chip.state == Candidate::State::Added ? theme.changed : highlight;
        paintBox(painter, shape, mixed(base, tint, 0.55), mixed(base, tint, isHovered ? 0.32 : 0.2));
    }
    if (chip.isMarked) {
        paintBox(painter, shape.adjusted(1, 1, -1, -1), QPen(theme.failure, 2));
    }
    if (chip.isCurrent) { // marks the current config with a bar below the value
        painter.fillRect(QRectF(shape.left() + round, shape.bottom() - 3, shape.width() - 2 * round, 2.5),
                         isDark(palette) ? text : highlight);
    }
    const bool isRemoved = chip.state == Candidate::State::Removed;
    const QFont plain = painter.font();
    QFont font = plain;
    font.setStrikeOut(isRemoved);
    painter.setFont(font);
    painter.setPen(isRemoved ? mixed(base, text, 0.62) : text);
    painter.drawText(place.rect, Qt::AlignCenter,
                     QFontMetrics(font).elidedText(chip.text, Qt::ElideRight, place.rect.width() - 4));
    painter.setFont(plain);
}

void paintButton(QPainter& painter, const QPalette& palette, const KnobLayout::Cell& place, bool isHovered)
{
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    paintBox(painter, QRectF(place.rect).adjusted(0.5, 0.5, -0.5, -0.5), mixed(base, text, isHovered ? 0.5 : 0.28),
             isHovered ? mixed(base, text, 0.08) : Qt::transparent);
    painter.setPen(place.cell.kind == KnobCell::Reset ? themeFor(palette).changed : text);
    painter.drawText(place.rect, Qt::AlignCenter, place.text);
}

} // namespace

void paintKnobRow(QPainter& painter, const QPalette& palette, const KnobLayout::Row& place, const KnobRow& row, KnobCell current,
                  KnobCell hovered, KnobCell previewed, bool isCurrentRow, bool focused)
{
    const Theme theme = themeFor(palette);
    const QColor base = palette.color(QPalette::Base);
    if (isCurrentRow) {
        painter.fillRect(place.rect, mixed(base, palette.color(QPalette::Highlight), 0.10));
    }
    if (row.isChanged) {
        painter.fillRect(QRect(place.rect.left(), place.rect.top(), 4, place.rect.height()), theme.changed);
    }
    painter.setPen(mixed(base, palette.color(QPalette::Text), 0.15));
    painter.drawLine(place.rect.bottomLeft(), place.rect.bottomRight());

    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    const QColor soft = mixed(base, palette.color(QPalette::Text), 0.72);
    const auto write = [&](const QFont& font, const QColor& colour, const QRect& at, const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(font).elidedText(text, Qt::ElideRight, at.width()));
    };
    write(bold, row.isChanged ? theme.changed : palette.color(QPalette::Text), place.name, row.name);
    write(plain, soft, place.kind, row.kind);
    painter.setPen(row.isChanged ? theme.changed : soft);
    painter.drawText(place.count, Qt::AlignRight | Qt::AlignVCenter, KnobLayout::countText(row));

    for (const KnobLayout::Cell& cell : place.cells) {
        if (cell.cell.kind == KnobCell::Chip) {
            paintChip(painter, palette, cell, row.chips[static_cast<size_t>(cell.cell.chip)], cell.cell == hovered);
        } else {
            paintButton(painter, palette, cell, cell.cell == hovered);
        }
        if (cell.cell == previewed) {
            // Dashed and tinted like a hovered row, since it is a temporary preview and not a choice.
            QColor tint = palette.color(QPalette::Highlight);
            const QPen pen(isDark(palette) ? tint.lighter(140) : tint, 2, Qt::DashLine);
            tint.setAlpha(70);
            paintBox(painter, QRectF(cell.rect).adjusted(0.5, 0.5, -0.5, -0.5), pen, tint);
        }
        if (focused && cell.cell == current) {
            paintBox(painter, QRectF(cell.rect).adjusted(-1.5, -1.5, 1.5, 1.5), QPen(palette.color(QPalette::Text), 1.5));
        }
    }
}

} // namespace knobscope
