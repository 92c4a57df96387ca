// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spanlevels.h"
#include "core/store/timelinerows.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int spansLookedBack = 64; // in files without levels, where spans follow each other

/// Puts blocks together that begin in one pixel.
class PixelMerge
{
public:
    PixelMerge(const SpanWindow& window, std::vector<std::vector<SpanBlock>>& byDepth)
        : m_from(window.from)
        , m_pixel(std::max(1.0, static_cast<double>(window.to - window.from) / std::max(1, window.pixels)))
        , m_byDepth(byDepth)
    {
    }

    void add(const SpanBlock& block)
    {
        const auto depth = static_cast<size_t>(block.depth);
        if (depth >= m_byDepth.size()) {
            m_byDepth.resize(depth + 1);
        }
        std::vector<SpanBlock>& row = m_byDepth[depth];
        if (!row.empty() && pixelOf(row.back().begin) == pixelOf(block.begin)) {
            SpanBlock& last = row.back();
            if (block.longest > last.longest) {
                last.longest = block.longest;
                last.name = block.name;
                last.run = block.run;
                last.trial = block.trial;
            }
            last.end = std::max(last.end, block.end);
            last.busy += block.busy;
            last.count += block.count;
            return;
        }
        row.push_back(block);
    }

private:
    /// What begins before the window is one pixel of its own.
    int64_t pixelOf(int64_t time) const
    {
        return time < m_from ? -1 : static_cast<int64_t>(static_cast<double>(time - m_from) / m_pixel);
    }
    int64_t m_from;
    double m_pixel;
    std::vector<std::vector<SpanBlock>>& m_byDepth;
};

} // namespace

bool hasLevels(Project& project)
{
    return project.database().execAndGet("SELECT count(*) FROM sqlite_master WHERE name = 'span_level'").getInt() > 0;
}

SpanBlock blockOfCell(SQLite::Statement& q, int level, int firstColumn, int depth)
{
    const int64_t origin = q.getColumn(firstColumn).getInt64() * levelWidth(level);
    SpanBlock block;
    block.begin = origin + q.getColumn(firstColumn + 1).getInt64();
    block.end = origin + q.getColumn(firstColumn + 2).getInt64();
    block.busy = q.getColumn(firstColumn + 3).getInt64();
    block.count = q.getColumn(firstColumn + 4).getInt64();
    block.name = q.getColumn(firstColumn + 5).getInt64();
    block.longest = q.getColumn(firstColumn + 6).getInt64();
    block.depth = depth;
    return block;
}

SpanScan::SpanScan(Project& project)
    : m_hasLevels(hasLevels(project))
    , m_range(project.database(), std::string("SELECT ts, dur, depth, name, run, ") + (m_hasLevels ? "trial" : "0")
                  + " FROM span WHERE track = ? AND ts >= ? AND ts < ? ORDER BY ts, depth")
    , m_before(project.database(), "SELECT ts, dur, depth, name, run, 0 FROM span WHERE track = ? AND ts < ? ORDER BY ts DESC LIMIT ?")
{
    if (m_hasLevels) {
        m_cell = std::make_unique<SQLite::Statement>(project.database(),
                                                     "SELECT cell, first, last, busy, count, name, longest FROM span_level WHERE track = ?"
                                                     " AND level = ? AND depth = ? AND cell < ? ORDER BY cell DESC LIMIT 1");
        m_inCell = std::make_unique<SQLite::Statement>(project.database(), "SELECT ts, dur, depth, name, run, trial FROM span WHERE track = ?"
                                                                           " AND ts >= ? AND ts < ? AND depth = ? ORDER BY ts DESC LIMIT 1");
    }
}

RawSpan SpanScan::read(SQLite::Statement& q) const
{
    const int64_t begin = q.getColumn(0).getInt64();
    return {begin, begin + q.getColumn(1).getInt64(), q.getColumn(2).getInt64(), q.getColumn(3).getInt64(), q.getColumn(4).getInt64(),
            q.getColumn(5).getInt64()};
}

bool SpanScan::cellBefore(const TrackRow& track, int level, int64_t depth, int64_t cell, SpanBlock& block)
{
    m_cell->reset();
    m_cell->bind(1, track.id);
    m_cell->bind(2, level);
    m_cell->bind(3, depth);
    m_cell->bind(4, cell);
    if (!m_cell->executeStep()) {
        return false;
    }
    block = blockOfCell(*m_cell, level, 0, static_cast<int>(depth));
    return true;
}

bool SpanScan::reachingInto(const TrackRow& track, int64_t depth, int64_t from, RawSpan& span)
{
    // Spans of a depth do not overlap: only the last that begins before `from` can reach into it.
    const int64_t cell = levelCell(track.finest, from);
    SpanBlock block;
    bool isFound = cellBefore(track, track.finest, depth, cell + 1, block);
    if (isFound && block.begin >= from) {
        isFound = cellBefore(track, track.finest, depth, cell, block);
    }
    if (!isFound || block.end <= from) {
        return false;
    }
    m_inCell->reset();
    m_inCell->bind(1, track.id);
    m_inCell->bind(2, block.begin);
    m_inCell->bind(3, from);
    m_inCell->bind(4, depth);
    if (!m_inCell->executeStep()) {
        return false;
    }
    span = read(*m_inCell);
    return span.end > from;
}

void SpanScan::each(const TrackRow& track, int64_t from, int64_t to, int64_t maxDepths, const std::function<bool(const RawSpan&)>& take)
{
    if (m_hasLevels) {
        for (int64_t depth = 0; depth < std::min(track.depths, maxDepths); ++depth) {
            RawSpan span;
            if (reachingInto(track, depth, from, span) && !take(span)) {
                return;
            }
        }
    } else {
        m_before.reset();
        m_before.bind(1, track.id);
        m_before.bind(2, from);
        m_before.bind(3, spansLookedBack);
        while (m_before.executeStep()) {
            const RawSpan span = read(m_before);
            if (span.end > from && !take(span)) {
                return;
            }
        }
    }
    m_range.reset();
    m_range.bind(1, track.id);
    m_range.bind(2, from);
    m_range.bind(3, to);
    while (m_range.executeStep()) {
        const RawSpan span = read(m_range);
        if (span.depth < maxDepths && !take(span)) {
            return;
        }
    }
    m_range.reset();
}

Result<std::vector<TrackBlocks>> timelineWindow(Project& project, const SpanWindow& window, const std::atomic<bool>* stop)
{
    return timelineQuery(project, [&]() -> Result<std::vector<TrackBlocks>> {
        SpanScan scan(project);
        std::unique_ptr<SQLite::Statement> cells;
        if (hasLevels(project)) {
            cells = std::make_unique<SQLite::Statement>(project.database(),
                                                        "SELECT cell, first, last, busy, count, name, longest FROM span_level"
                                                        " WHERE track = ? AND level = ? AND depth = ? AND cell >= ? AND cell <= ? ORDER BY cell");
        }
        const auto pixel = static_cast<double>(window.to - window.from) / std::max(1, window.pixels);
        std::vector<TrackBlocks> all;
        for (const TrackRow& track : window.tracks) {
            if (stop && *stop) {
                break;
            }
            if (track.last < window.from || track.first >= window.to) {
                all.push_back({track.id, {}});
                continue;
            }
            std::vector<std::vector<SpanBlock>> byDepth;
            PixelMerge merge(window, byDepth);
            int level = coarsestLevel;
            while (level > track.finest && static_cast<double>(levelWidth(level)) > pixel) {
                --level;
            }
            if (cells && static_cast<double>(levelWidth(level)) <= pixel) {
                const int64_t firstCell = levelCell(level, window.from);
                for (int64_t depth = 0; depth < std::min<int64_t>(track.depths, window.maxDepths); ++depth) {
                    SpanBlock block;
                    if (scan.cellBefore(track, level, depth, firstCell, block) && block.end > window.from) {
                        merge.add(block);
                    }
                    cells->reset();
                    cells->bind(1, track.id);
                    cells->bind(2, level);
                    cells->bind(3, depth);
                    cells->bind(4, firstCell);
                    cells->bind(5, levelCell(level, window.to - 1));
                    while (cells->executeStep()) {
                        block = blockOfCell(*cells, level, 0, static_cast<int>(depth));
                        if (block.end >= window.from && block.begin < window.to) {
                            merge.add(block);
                        }
                    }
                }
            } else {
                scan.each(track, window.from, window.to, window.maxDepths, [&](const RawSpan& s) {
                    merge.add({s.begin, s.end, s.end - s.begin, 1, s.name, s.end - s.begin, s.run, s.trial, static_cast<int>(s.depth)});
                    return !(stop && *stop);
                });
            }
            TrackBlocks blocks{track.id, {}};
            for (const auto& row : byDepth) {
                blocks.blocks.insert(blocks.blocks.end(), row.begin(), row.end());
            }
            all.push_back(std::move(blocks));
        }
        return all;
    });
}

} // namespace knobscope
