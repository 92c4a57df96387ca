// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spanlevels.h"

#include "core/store/query.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t kMaxOpenCells = 100'000;

} // namespace

int finestLevelFor(int64_t spans, int64_t tracks, int64_t nanoseconds)
{
    const double spacing = static_cast<double>(nanoseconds) * static_cast<double>(std::max<int64_t>(1, tracks))
                         / static_cast<double>(std::max<int64_t>(1, spans));
    int level = 0;
    while (level < kCoarsestLevel && static_cast<double>(levelWidth(level)) < 2 * spacing) {
        ++level;
    }
    return level;
}

SpanLevels::SpanLevels(SQLite::Database& database)
    : m_database(database)
{
}
SpanLevels::~SpanLevels() = default;

void SpanLevels::add(int64_t track, int finest, int64_t depth, int64_t start, int64_t duration, int64_t name)
{
    if (track != m_track && m_open.size() > kMaxOpenCells) {
        flush();
    }
    m_track = track;
    auto [place, isNew] = m_open.try_emplace({track, depth});
    std::vector<Cell>& cells = place->second;
    if (isNew) {
        cells.resize(static_cast<size_t>(kCoarsestLevel - finest) + 1);
    }
    for (int level = finest; level <= kCoarsestLevel; ++level) {
        Cell& open = cells[static_cast<size_t>(level - finest)];
        const int64_t cell = levelCell(level, start);
        if (open.count > 0 && open.cell != cell) {
            write(track, level, depth, open);
            open = {};
        }
        const int64_t first = start - cell * levelWidth(level);
        open.first = open.count == 0 ? first : std::min(open.first, first);
        open.last = std::max(open.last, first + duration);
        open.cell = cell;
        open.busy += duration;
        ++open.count;
        if (duration > open.longest) {
            open.longest = duration;
            open.name = name;
        }
    }
}

void SpanLevels::flush()
{
    for (const auto& [place, cells] : m_open) {
        const auto& [track, depth] = place;
        const int finest = kCoarsestLevel + 1 - static_cast<int>(cells.size());
        for (size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].count > 0) {
                write(track, finest + static_cast<int>(i), depth, cells[i]);
            }
        }
    }
    m_open.clear();
}

void SpanLevels::write(int64_t track, int level, int64_t depth, const Cell& cell)
{
    if (!m_insert) {
        m_insert = std::make_unique<Query>(
            m_database, "INSERT INTO span_level (track, level, depth, cell, first, last, busy, count, name, longest)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (track, level, depth, cell) DO UPDATE SET"
                        " first = min(first, excluded.first), last = max(last, excluded.last), busy = busy + excluded.busy,"
                        " count = count + excluded.count,"
                        " name = CASE WHEN excluded.longest > longest THEN excluded.name ELSE name END,"
                        " longest = max(longest, excluded.longest)");
    }
    m_insert->run(track, level, depth, cell.cell, cell.first, cell.last, cell.busy, cell.count, cell.name, cell.longest);
}

} // namespace knobscope
