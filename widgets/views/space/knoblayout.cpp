// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/knoblayout.h"
#include "widgets/base/number.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace knobscope {

namespace {

constexpr int kMaxLines = 2;

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

/// Places chips in two lines, in the given order. Reserves space for the buttons at the end of the last line if chips may be left
/// over. Returns the number of chips placed.
size_t flowInOrder(KnobLayout::Row& row, const KnobRow& data, const std::vector<size_t>& order, int number, const QRect& area,
                   const QFontMetrics& metrics)
{
    const Measures m{metrics.height()};
    const auto widthOf = [&](const QString& text) { return metrics.horizontalAdvance(text) + 2 * m.pad; };
    const int addWidth = m.line;
    const int moreWidth = widthOf(moreText(data.total));
    const int reserve = moreWidth + addWidth + 2 * m.gap;
    int x = area.left();
    int y = area.top();
    int lines = 1;
    const auto place = [&](KnobCell cell, int width, int kept, const QString& text) {
        const bool fits = x == area.left() || x + width + kept <= area.right() + 1;
        if (!fits && lines == kMaxLines && cell.kind == KnobCell::Chip) {
            return false;
        }
        if (!fits && lines < kMaxLines) {
            ++lines;
            x = area.left();
            y += m.line + m.gap;
        }
        row.cells.push_back({cell, {x, y, width, m.line}, text});
        x += width + m.gap;
        return true;
    };
    size_t placed = 0;
    for (; placed < order.size(); ++placed) {
        const QString& text = data.chips[order[placed]].text;
        const bool isLast = placed + 1 == data.chips.size() && data.total == static_cast<qint64>(data.chips.size());
        const int kept = lines < kMaxLines ? 0 : isLast ? addWidth + m.gap : reserve;
        if (!place({number, KnobCell::Chip, static_cast<int>(order[placed])}, std::min(widthOf(text), area.width()), kept,
                   text)) {
            break;
        }
    }
    const qint64 hidden = data.total - static_cast<qint64>(placed);
    if (hidden > 0) {
        place({number, KnobCell::More, 0}, moreWidth, 0, moreText(hidden));
    }
    place({number, KnobCell::Add, 0}, addWidth, 0, QStringLiteral("+"));
    return placed;
}

void flowChips(KnobLayout::Row& row, const KnobRow& data, int number, const QRect& area, const QFontMetrics& metrics)
{
    std::vector<size_t> order(data.chips.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const size_t shown = flowInOrder(row, data, order, number, area, metrics);
    const auto isSpecial = [&](size_t i) {
        return i >= shown
            && (data.chips[i].state == Candidate::State::Added || data.chips[i].isCurrent || data.chips[i].isMarked);
    };
    if (std::stable_partition(order.begin(), order.end(), isSpecial) != order.begin()) {
        row.cells.clear();
        flowInOrder(row, data, order, number, area, metrics);
    }
}

} // namespace

QString KnobLayout::countText(const KnobRow& row)
{
    return row.size == row.templateSize
             ? number(row.size)
             : tr("%1 → %2", "candidates in the template, now").arg(number(row.templateSize), number(row.size));
}

void KnobLayout::update(const std::vector<KnobRow>& rows, int width, const QFontMetrics& metrics, const QFontMetrics& bold)
{
    m_rows.clear();
    const Measures m{metrics.height()};
    int nameWidth = 0;
    int countWidth = 0;
    for (const KnobRow& row : rows) {
        nameWidth = std::max(
            {nameWidth, bold.horizontalAdvance(row.name), metrics.horizontalAdvance(row.kind) + 2}); // or rounding elides it
        countWidth = std::max(countWidth, metrics.horizontalAdvance(countText(row)));
    }
    nameWidth = std::min(nameWidth, width * 2 / 5);
    const int left = 2 * m.gap + m.gap;
    const int right = width - countWidth - m.line - 4 * m.gap;
    int y = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        Row row;
        const int top = y + m.gap + m.gap / 2;
        row.name = {left, top, nameWidth, metrics.height()};
        row.kind = {left, top + metrics.height() + 1, nameWidth, metrics.height()};
        const int chipsLeft = left + nameWidth + 3 * m.gap;
        flowChips(row, rows[i], static_cast<int>(i), {chipsLeft, top, std::max(m.line * 3, right - chipsLeft), 0}, metrics);
        row.count = {right + m.gap, top, countWidth + m.gap, m.line};
        if (rows[i].isChanged) {
            row.cells.push_back(
                {{static_cast<int>(i), KnobCell::Reset, 0}, {width - m.line - m.gap, top, m.line, m.line}, QStringLiteral("↺")});
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

} // namespace knobscope
