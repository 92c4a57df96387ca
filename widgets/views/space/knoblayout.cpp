// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/knoblayout.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace knobscope {

namespace {

constexpr int64_t kMaxChips = 64; // more than fit into a row

class KnobWords
{
    Q_DECLARE_TR_FUNCTIONS(KnobWords)
};

QString changesText(const EditSet::KnobEdits* edits)
{
    QStringList texts;
    if (edits) {
        for (const auto& [kind, edit] : edits->definition) {
            texts << QString::fromStdString(editText(edit));
        }
        for (const SpaceEdit& edit : edits->candidates) {
            texts << QString::fromStdString(editText(edit));
        }
    }
    constexpr int most = 12;
    if (texts.size() > most) {
        texts = texts.mid(0, most) << QStringLiteral("…");
    }
    return texts.join(QStringLiteral("\n"));
}

std::optional<KnobValue> valueAt(const ConfigSpace& space, const std::vector<int64_t>& digits, size_t knob)
{
    return digits.empty() ? std::nullopt : std::optional(space.knobs()[knob].at(digits[knob]));
}

std::vector<int64_t> digitsOf(const ConfigSpace& space, qint64 index)
{
    return index >= 0 && index < space.rangeLength() ? space.digits(index) : std::vector<int64_t>{};
}

/// The kind of a knob: "inner factor of 64", "64 in 4 loops; -1: the rest".
QString kindText(const Knob& knob)
{
    if (const auto* split = std::get_if<SplitKnob>(&knob.definition())) {
        return split->outputs == 2 ? KnobWords::tr("inner factor of %1").arg(split->extent)
                                   : KnobWords::tr("%1 in %2 loops; -1: the rest").arg(split->extent).arg(split->outputs);
    }
    if (std::holds_alternative<ReorderKnob>(knob.definition())) {
        return KnobWords::tr("loop order, %1").arg(QString::fromStdString(knob.policy()));
    }
    if (std::holds_alternative<AnnotateKnob>(knob.definition())) {
        return KnobWords::tr("annotation, %1").arg(QString::fromStdString(knob.policy()));
    }
    return KnobWords::tr("option");
}

constexpr int kNarrow = 12; // chip heights: chips with less room beside the names stand below them

/// The text of the "more" button: "+340 more…".
QString moreText(qint64 hidden)
{
    return KnobLayout::tr("+%1 more…").arg(number(hidden));
}

struct Measures {
    int text; ///< height of the font
    int line = text + text / 2; ///< height of a chip
    int gap = std::max(3, text / 4);
    int pad = text / 2; ///< horizontal padding of a chip
};

/// The longest text about the number of candidates: that of an edited knob, so that the chips stay in their places when one is
/// edited.
QString longestCount(const KnobRow& row)
{
    const QString most = number(std::max(row.size, row.templateSize));
    return KnobLayout::tr("%1 → %2", "candidates in the template, now").arg(most, most);
}

/// Chips placed in lines, in a given order.
struct ChipFlow {
    std::vector<KnobLayout::Cell> cells;
    size_t placed = 0;
    bool isWhole = false; ///< no candidate is left over
};

/// Places chips in at most `maxLines` lines, in the given order, and the buttons after them. Chips that leave no room for the
/// buttons at the end of the last line are left over.
ChipFlow flowInOrder(const KnobRow& data, const std::vector<size_t>& order, int number, const QRect& area, int maxLines,
                     TextWidths& widths)
{
    const Measures m{widths.metrics().height()};
    const auto widthOf = [&](const QString& text) { return std::min(widths.of(text) + 2 * m.pad, area.width()); };
    const bool isListed = data.total == static_cast<qint64>(data.chips.size());
    const int buttons = widthOf(moreText(data.total)) + m.gap + m.line;
    ChipFlow flow;
    int x = area.left();
    int y = area.top();
    int lines = 1;
    const auto fits = [&](int width) { return x + width <= area.right() + 1; };
    const auto breakLine = [&] {
        ++lines;
        x = area.left();
        y += m.line + m.gap;
    };
    const auto place = [&](KnobCell cell, int width, const QString& text) {
        if (!fits(width) && x > area.left() && lines < maxLines) {
            breakLine();
        }
        flow.cells.push_back({cell, {x, y, width, m.line}, text});
        x += width + m.gap;
    };
    for (; flow.placed < order.size(); ++flow.placed) {
        const QString text = data.chips[order[flow.placed]].label();
        const int width = widthOf(text);
        if (!fits(width) && lines < maxLines) {
            breakLine();
        }
        const bool isLast = isListed && flow.placed + 1 == order.size();
        if (lines == maxLines && !fits(width + m.gap + (isLast ? m.line : buttons))) {
            break;
        }
        place({number, KnobCell::Chip, static_cast<int>(order[flow.placed])}, width, text);
    }
    const qint64 hidden = data.total - static_cast<qint64>(flow.placed);
    flow.isWhole = hidden <= 0;
    if (!flow.isWhole) {
        place({number, KnobCell::More, 0}, widthOf(moreText(hidden)), moreText(hidden));
    }
    place({number, KnobCell::Add, 0}, m.line, QStringLiteral("+"));
    return flow;
}

/// Places a row's chips in one line, or in two that show them all. If not all fit, those added, current and marked come first.
void flowChips(KnobLayout::Row& row, const KnobRow& data, int number, const QRect& area, TextWidths& widths)
{
    std::vector<size_t> order(data.chips.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto inLines = [&](int lines) { return flowInOrder(data, order, number, area, lines, widths); };
    ChipFlow flow = inLines(1);
    if (!flow.isWhole && data.total == static_cast<qint64>(data.chips.size())) {
        if (ChipFlow both = inLines(2); both.isWhole) {
            flow = std::move(both);
        }
    }
    const auto isSpecial = [&](size_t i) {
        return i >= flow.placed
            && (data.chips[i].state == Candidate::State::Added || data.chips[i].isCurrent || data.chips[i].isMarked);
    };
    if (std::stable_partition(order.begin(), order.end(), isSpecial) != order.begin()) {
        flow = inLines(1);
    }
    row.cells = std::move(flow.cells);
}

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

constexpr qreal kRadius = 4; // pixels

void paintBox(QPainter& painter, const QRectF& shape, const QPen& pen, const QColor& fill = Qt::transparent)
{
    painter.setPen(pen);
    painter.setBrush(fill);
    painter.drawRoundedRect(shape, kRadius, kRadius);
}

void paintChip(QPainter& painter, const QPalette& palette, const KnobLayout::Cell& place, const KnobChip& chip, bool isHovered)
{
    const Theme theme = themeFor(palette);
    const QColor base = palette.color(QPalette::Base);
    const QColor text = palette.color(QPalette::Text);
    const QRectF shape = QRectF(place.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (chip.state == Candidate::State::Removed) {
        paintBox(painter, shape, QPen(mixed(base, text, 0.4), 1, Qt::DashLine),
                 isHovered ? mixed(base, text, 0.06) : Qt::transparent);
    } else {
        const bool isAdded = chip.state == Candidate::State::Added;
        const QColor edge = chip.isCurrent || isHovered ? theme.accent : isAdded ? theme.changed : theme.line;
        const QColor fill = chip.isCurrent ? theme.accentSoft : isAdded ? mixed(base, theme.changed, 0.12) : theme.background;
        paintBox(painter, shape, edge, fill);
    }
    if (chip.isMarked) {
        paintBox(painter, shape.adjusted(1, 1, -1, -1), QPen(theme.failure, 2));
    }
    const bool isRemoved = chip.state == Candidate::State::Removed;
    const QFont plain = painter.font();
    QFont font = plain;
    font.setStrikeOut(isRemoved);
    painter.setFont(font);
    painter.setPen(isRemoved                               ? theme.muted
                   : chip.state == Candidate::State::Added ? theme.changed
                   : chip.isCurrent                        ? theme.accent
                                                           : text);
    painter.drawText(place.rect, Qt::AlignCenter,
                     QFontMetrics(font).elidedText(chip.label(), Qt::ElideRight, place.rect.width() - 4));
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

std::vector<KnobRow> makeKnobRows(const ConfigSpace& templateSpace, const ConfigSpace& space, const EditSet& edits,
                                  qint64 current, qint64 marked, const std::set<std::string>& markedKnobs)
{
    const std::vector<int64_t> currentDigits = digitsOf(space, current);
    const std::vector<int64_t> markedDigits = digitsOf(space, marked);
    std::vector<KnobRow> rows;
    for (size_t k = 0; k < templateSpace.knobs().size() && k < space.knobs().size(); ++k) {
        const Knob& original = templateSpace.knobs()[k];
        const Knob& now = space.knobs()[k];
        const EditSet::KnobEdits* own = edits.find(original.name());
        const Result<Knob> defined = edits.definedKnob(original);
        int64_t total = 0;
        KnobRow row;
        row.name = QString::fromStdString(original.name());
        row.kind = kindText(now);
        row.meaning = coreText(original.meaning());
        const auto* split = std::get_if<SplitKnob>(&now.definition());
        row.extent = split ? split->extent : 0;
        const auto value = valueAt(space, currentDigits, k);
        const auto mark = markedKnobs.contains(original.name()) ? valueAt(space, markedDigits, k) : std::nullopt;
        for (const Candidate& candidate : candidatesOf(defined.value_or(original), own, kMaxChips, &total)) {
            row.chips.push_back({candidate.value, QString::fromStdString(valueText(candidate.value)), candidate.state,
                                 value && isEquivalent(candidate.value, *value), mark && isEquivalent(candidate.value, *mark)});
        }
        for (const auto& wanted : {value, mark}) {
            const auto isWanted = [&](const KnobChip& chip) { return wanted && isEquivalent(chip.value, *wanted); };
            if (wanted && std::none_of(row.chips.begin(), row.chips.end(), isWanted)) {
                row.chips.push_back({*wanted, QString::fromStdString(valueText(*wanted)), Candidate::State::Kept,
                                     value && isEquivalent(*wanted, *value), mark && isEquivalent(*wanted, *mark)});
            }
        }
        row.total = total;
        row.size = now.size();
        row.templateSize = original.size();
        row.isChanged = own != nullptr;
        row.changes = changesText(own);
        rows.push_back(std::move(row));
    }
    return rows;
}

QString KnobRow::about() const
{
    return meaning.isEmpty() ? kind : KnobWords::tr("%1, %2").arg(meaning, kind);
}

QString KnobChip::label() const
{
    const auto* split = std::get_if<SplitEntity>(&value);
    return split && split->sizes.size() == 2 && split->sizes.front() == -1 ? QString::number(split->sizes.back()) : text;
}

QString KnobLayout::countText(const KnobRow& row)
{
    return row.size == row.templateSize
             ? number(row.size)
             : tr("%1 → %2", "candidates in the template, now").arg(number(row.templateSize), number(row.size));
}

int TextWidths::of(const QString& text)
{
    constexpr qsizetype most = 1000;
    if (m_widths.size() >= most) {
        m_widths.clear();
    }
    const auto known = m_widths.constFind(text);
    return known != m_widths.cend() ? *known : *m_widths.insert(text, m_metrics.horizontalAdvance(text));
}

void KnobLayout::update(const std::vector<KnobRow>& rows, int width, const QFontMetrics& metrics, const QFontMetrics& bold)
{
    if (!m_widths || m_widths->metrics() != metrics) {
        m_widths.emplace(metrics);
    }
    m_rows.clear();
    const Measures m{metrics.height()};
    int nameWidth = 0;
    int countWidth = 0;
    for (const KnobRow& row : rows) {
        nameWidth =
            std::max({nameWidth, bold.horizontalAdvance(row.name) + 2, m_widths->of(row.line()) + 2}); // or rounding elides
        countWidth = std::max(countWidth, m_widths->of(longestCount(row)));
    }
    nameWidth = std::min(nameWidth, width * 2 / 5);
    const int left = 2 * m.gap + m.gap;
    const int right = width - countWidth - m.line - 4 * m.gap;
    const int chipsLeft = left + nameWidth + 3 * m.gap;
    const bool isNarrow = right - chipsLeft < kNarrow * m.line;
    int y = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        Row row;
        const int top = y + m.gap + m.gap / 2;
        const int second = top + metrics.height() + (isNarrow ? m.gap : 1);
        row.name = {left, top, isNarrow ? bold.horizontalAdvance(rows[i].name) + 2 : nameWidth, metrics.height()};
        row.kind = isNarrow ? QRect(row.name.right() + 2 * m.gap, top, right - row.name.right() - 2 * m.gap, metrics.height())
                            : QRect(left, second, nameWidth, metrics.height());
        const QRect chips = isNarrow ? QRect(left, second, width - left - m.gap, 0)
                                     : QRect(chipsLeft, top, std::max(m.line * 3, right - chipsLeft), 0);
        flowChips(row, rows[i], static_cast<int>(i), chips, *m_widths);
        const int firstLine = isNarrow ? metrics.height() : m.line;
        row.count = {right + m.gap, top, countWidth + m.gap, firstLine};
        if (rows[i].isChanged) {
            row.cells.push_back({{static_cast<int>(i), KnobCell::Reset, 0},
                                 {width - m.line - m.gap, top, m.line, firstLine},
                                 QStringLiteral("↺")});
        }
        int bottom = row.kind.bottom();
        for (const Cell& cell : row.cells) {
            bottom = std::max(bottom, cell.rect.bottom());
        }
        row.rect = {0, y, width, bottom + m.gap + m.gap / 2 - y + 1};
        y = row.rect.bottom() + 1;
        m_rows.push_back(std::move(row));
    }
}

QRegion KnobLayout::changesFrom(const KnobLayout& before, const std::vector<KnobRow>& rowsBefore,
                                const std::vector<KnobRow>& rows) const
{
    QRegion area;
    for (size_t i = 0; i < std::max(m_rows.size(), before.m_rows.size()); ++i) {
        const Row* was = i < before.m_rows.size() ? &before.m_rows[i] : nullptr;
        const Row* is = i < m_rows.size() ? &m_rows[i] : nullptr;
        if (!was || !is || *was != *is || rowsBefore[i] != rows[i]) {
            area += (is ? is->rect : QRect()).united(was ? was->rect : QRect());
        }
    }
    return area;
}

const KnobLayout::Cell* KnobLayout::find(KnobCell cell) const
{
    const std::vector<Cell> none;
    const auto& cells = has(cell.row) ? m_rows[static_cast<size_t>(cell.row)].cells : none;
    const auto found = std::ranges::find(cells, cell, &Cell::cell);
    return found == cells.end() ? nullptr : &*found;
}

int KnobLayout::rowAt(int y) const
{
    const auto found =
        std::ranges::find_if(m_rows, [y](const Row& row) { return y >= row.rect.top() && y <= row.rect.bottom(); });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

KnobCell KnobLayout::at(const QPoint& point) const
{
    auto cells = allCells();
    const auto found = std::ranges::find_if(cells, [&](const Cell& cell) { return cell.rect.contains(point); });
    return found == cells.end() ? KnobCell() : (*found).cell;
}

KnobCell KnobLayout::step(KnobCell from, int dx, int dy) const
{
    const Cell* own = find(from);
    if (!own) {
        return first(0);
    }
    const auto& cells = m_rows[static_cast<size_t>(from.row)].cells;
    if (dx != 0) {
        const auto at = static_cast<int>(own - cells.data()) + dx;
        return at < 0 || at >= static_cast<int>(cells.size()) ? from : cells[static_cast<size_t>(at)].cell;
    }
    // Picks the nearest cell of the nearest line above or below.
    const auto distance = [&](const Cell& c) {
        return std::pair(std::abs(c.rect.center().y() - own->rect.center().y()),
                         std::abs(c.rect.center().x() - own->rect.center().x()));
    };
    const auto isThere = [&](const Cell& c) {
        return dy > 0 ? c.rect.top() > own->rect.bottom() : c.rect.bottom() < own->rect.top();
    };
    auto there = allCells() | std::views::filter(isThere);
    const auto best = std::ranges::min_element(there, {}, distance);
    return best == there.end() ? from : (*best).cell;
}

void paintKnobRow(QPainter& painter, const QPalette& palette, const KnobLayout::Row& place, const KnobRow& row, KnobCell current,
                  KnobCell hovered, KnobCell previewed, bool isCurrentRow, bool focused)
{
    const Theme theme = themeFor(palette);
    const QColor base = palette.color(QPalette::Base);
    if (isCurrentRow) {
        painter.fillRect(place.rect, mixed(base, theme.accentSoft, 0.45));
    }
    if (row.isChanged) {
        painter.fillRect(QRect(place.rect.left(), place.rect.top(), 4, place.rect.height()), theme.changed);
    }
    painter.setPen(theme.line);
    painter.drawLine(place.rect.bottomLeft(), place.rect.bottomRight());

    const QFont plain = painter.font();
    const QFont bold = emphasised(plain);
    const QColor soft = theme.muted;
    const auto write = [&](const QFont& font, const QColor& colour, const QRect& at, const QString& text) {
        painter.setFont(font);
        painter.setPen(colour);
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, QFontMetrics(font).elidedText(text, Qt::ElideRight, at.width()));
    };
    write(bold, row.isChanged ? theme.changed : palette.color(QPalette::Text), place.name, row.name);
    write(plain, soft, place.kind, row.line());
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
