// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/spanlevels.h"
#include "core/store/timelinerows.h"

#include <algorithm>
#include <numeric>

namespace knobscope {

namespace {

constexpr int64_t kMinPause = 1'000'000'000; // nanoseconds
constexpr int64_t kPauseShare = 50;            // a pause is longer than 1/kPauseShare of the rest

/// Sorts stretches and merges those with less than a pause between them.
std::vector<Interval> joinedStretches(std::vector<Interval> stretches)
{
    std::sort(stretches.begin(), stretches.end());
    std::vector<Interval> out;
    for (const Interval& next : stretches) {
        if (!out.empty() && next.first - out.back().second <= kMinPause) {
            out.back().second = std::max(out.back().second, next.second);
        } else {
            out.push_back(next);
        }
    }
    return out;
}

int64_t lengthOf(const Interval& stretch)
{
    return stretch.second - stretch.first;
}

int64_t lengthOf(const std::vector<Interval>& stretches)
{
    return std::accumulate(stretches.begin(), stretches.end(), int64_t{0},
                           [](int64_t sum, const Interval& stretch) { return sum + lengthOf(stretch); });
}

bool nextSpan(Query& rows, RawSpan& span)
{
    int64_t duration = 0;
    if (!rows.next(span.begin, duration, span.depth, span.name, span.run, span.trial)) {
        return false;
    }
    span.begin = timelineTime(span.begin);
    span.end = span.begin + timelineDuration(duration);
    return true;
}

/// Saturating addition: a file may hold any numbers.
void addTo(int64_t& sum, int64_t more)
{
    if (__builtin_add_overflow(sum, more, &sum)) {
        sum = INT64_MAX;
    }
}

/// Adds a block to those of its depth; merges it with the last one if both begin in the same pixel.
void mergeBlock(std::vector<std::vector<SpanBlock>>& byDepth, const PixelScale& pixels, const SpanBlock& block)
{
    const auto depth = static_cast<size_t>(block.depth);
    byDepth.resize(std::max(byDepth.size(), depth + 1));
    std::vector<SpanBlock>& row = byDepth[depth];
    if (row.empty() || pixels.of(row.back().begin) != pixels.of(block.begin)) {
        row.push_back(block);
        return;
    }
    SpanBlock& last = row.back();
    if (block.longest > last.longest) {
        last.longest = block.longest;
        last.name = block.name;
        last.run = block.run;
        last.trial = block.trial;
    }
    last.end = std::max(last.end, block.end);
    addTo(last.busy, block.busy);
    addTo(last.count, block.count);
}

} // namespace

SpanBlock blockOfCell(const Query& rows, int level, int depth)
{
    const int64_t cell =
        std::clamp(rows.integer(0), levelCell(level, timelineTime(INT64_MIN)), levelCell(level, timelineTime(INT64_MAX)));
    const int64_t origin = cell * levelWidth(level);
    return {.begin = origin + std::clamp(rows.integer(1), int64_t{0}, levelWidth(level)),
            .end = origin + timelineDuration(rows.integer(2)),
            .busy = rows.integer(3),
            .count = rows.integer(4),
            .name = rows.integer(5),
            .longest = rows.integer(6),
            .depth = depth};
}

SpanScan::SpanScan(Project& project)
    : m_range(project.database(),
              "SELECT ts, dur, depth, name, run, trial FROM span WHERE track = ? AND ts >= ? AND ts < ? ORDER BY ts, depth")
    , m_cell(project.database(), "SELECT cell, first, last, busy, count, name, longest FROM span_level WHERE track = ?"
                                 " AND level = ? AND depth = ? AND cell < ? ORDER BY cell DESC LIMIT 1")
    , m_inCell(project.database(), "SELECT ts, dur, depth, name, run, trial FROM span WHERE track = ? AND ts >= ?"
                                   " AND ts < ? AND depth = ? ORDER BY ts DESC LIMIT 1")
{
}

bool SpanScan::cellBefore(const TrackRow& track, int level, int64_t depth, int64_t cell, SpanBlock& block)
{
    m_cell.restart(track.id, level, depth, cell);
    if (!m_cell.next()) {
        return false;
    }
    block = blockOfCell(m_cell, level, static_cast<int>(depth));
    return true;
}

bool SpanScan::reachingInto(const TrackRow& track, int64_t depth, int64_t from, RawSpan& span)
{
    // Spans of one depth do not overlap: only the last one that begins before `from` can reach into the range.
    const int64_t cell = levelCell(track.finest, from);
    SpanBlock block;
    bool isFound = cellBefore(track, track.finest, depth, cell + 1, block);
    if (isFound && block.begin >= from) {
        isFound = cellBefore(track, track.finest, depth, cell, block);
    }
    if (!isFound || block.end <= from) {
        return false;
    }
    m_inCell.restart(track.id, block.begin, from, depth);
    return nextSpan(m_inCell, span) && span.end > from;
}

void SpanScan::each(const TrackRow& track, int64_t from, int64_t to, int64_t maxDepths,
                    const std::function<bool(const RawSpan&)>& take)
{
    for (int64_t depth = 0; depth < std::min(track.depths, maxDepths); ++depth) {
        RawSpan span;
        if (reachingInto(track, depth, from, span) && !take(span)) {
            return;
        }
    }
    m_range.restart(track.id, from, to);
    for (RawSpan span; nextSpan(m_range, span);) {
        if (span.depth >= 0 && span.depth < maxDepths && !take(span)) {
            return;
        }
    }
}

Result<std::vector<TrackBlocks>> timelineWindow(Project& project, const SpanWindow& window, const std::atomic<bool>* stop)
{
    return guarded(project.path(), [&]() -> Result<std::vector<TrackBlocks>> {
        SpanScan scan(project);
        Query cells(project.database(), "SELECT cell, first, last, busy, count, name, longest FROM span_level"
                                        " WHERE track = ? AND level = ? AND depth = ? AND cell >= ? AND cell <= ? ORDER BY cell");
        const PixelScale pixels(window.from, window.to, window.pixels);
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
            int level = kCoarsestLevel;
            while (level > track.finest && static_cast<double>(levelWidth(level)) > pixels.width()) {
                --level;
            }
            if (!window.matching && static_cast<double>(levelWidth(level)) <= pixels.width()) {
                const int64_t firstCell = levelCell(level, window.from);
                for (int64_t depth = 0; depth < std::min<int64_t>(track.depths, window.maxDepths); ++depth) {
                    SpanBlock block;
                    if (scan.cellBefore(track, level, depth, firstCell, block) && block.end > window.from) {
                        mergeBlock(byDepth, pixels, block);
                    }
                    cells.restart(track.id, level, depth, firstCell, levelCell(level, window.to - 1));
                    while (cells.next()) {
                        block = blockOfCell(cells, level, static_cast<int>(depth));
                        if (block.end >= window.from && block.begin < window.to) {
                            mergeBlock(byDepth, pixels, block);
                        }
                    }
                }
            } else {
                scan.each(track, window.from, window.to, window.maxDepths, [&](const RawSpan& s) {
                    if (isMatching(window.matching, s.run, s.trial, s.begin)) {
                        mergeBlock(byDepth, pixels,
                                   {s.begin, s.end, s.end - s.begin, 1, s.name, s.end - s.begin, s.run, s.trial,
                                    static_cast<int>(s.depth)});
                    }
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

Result<std::vector<Interval>> timelinePauses(Project& project, const std::vector<TrackRow>& tracks, const std::atomic<bool>* stop)
{
    constexpr int pixels = 1000; // resolution of each scan
    constexpr int mostRounds = 6; // repeats the scan at a finer scale while most of it turns out to be pauses
    std::vector<Interval> busy;
    for (const TrackRow& track : tracks) {
        busy.emplace_back(track.first, std::max(track.first, track.last));
    }
    busy = joinedStretches(std::move(busy));
    int64_t rest = busy.empty() ? 0 : busy.back().second - busy.front().first;
    for (int64_t round = 0, before = 0; round < mostRounds && (round == 0 || lengthOf(busy) < before / 10); ++round) {
        before = lengthOf(busy);
        std::vector<Interval> finer;
        for (const Interval& stretch : busy) {
            if (lengthOf(stretch) <= std::max(kMinPause, before / kPauseShare)) {
                finer.push_back(stretch);
                continue;
            }
            SpanWindow window{{}, stretch.first, stretch.second + 1, pixels};
            std::copy_if(tracks.begin(), tracks.end(), std::back_inserter(window.tracks),
                         [&](const TrackRow& t) { return t.first <= stretch.second && t.last >= stretch.first; });
            const auto found = TRY(timelineWindow(project, window, stop));
            for (const TrackBlocks& track : found) {
                for (const SpanBlock& block : track.blocks) {
                    // In a corrupt file a level may place a span after the end of its track.
                    const int64_t begin = std::clamp(block.begin, stretch.first, stretch.second);
                    finer.emplace_back(begin, std::clamp(block.end, begin, stretch.second));
                }
            }
        }
        busy = joinedStretches(std::move(finer));
    }
    std::vector<Interval> pauses;
    for (size_t i = 1; i < busy.size(); ++i) {
        pauses.emplace_back(busy[i - 1].second, busy[i].first);
    }
    std::sort(pauses.begin(), pauses.end(), [](const Interval& a, const Interval& b) { return lengthOf(a) > lengthOf(b); });
    size_t count = 0;
    for (; count < pauses.size() && lengthOf(pauses[count]) > rest / kPauseShare; ++count) {
        rest -= lengthOf(pauses[count]);
    }
    pauses.resize(count);
    std::sort(pauses.begin(), pauses.end());
    return pauses;
}

} // namespace knobscope
