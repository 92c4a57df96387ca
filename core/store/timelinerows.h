// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/timeline.h"

#include <algorithm>
#include <cstdint>

namespace knobscope {

/// Span data for drawing and counting.
struct RawSpan {
    int64_t begin = 0;
    int64_t end = 0;
    int64_t depth = 0;
    int64_t name = 0;
    int64_t run = 0;
    int64_t trial = 0;
};

/// Pixels of a window; at least a nanosecond wide. Times before the window share pixel -1.
class PixelScale
{
public:
    PixelScale(int64_t from, int64_t to, int pixels)
        : m_from(from)
        , m_width(std::max(1.0, static_cast<double>(to - from) / std::max(1, pixels)))
    {
    }
    double width() const { return m_width; }
    int64_t of(int64_t time) const
    {
        return time < m_from ? -1 : static_cast<int64_t>(static_cast<double>(time - m_from) / m_width);
    }

private:
    int64_t m_from;
    double m_width;
};

/// Whether a span or trial at `time` (nanoseconds) is among the matching ones; null: all are.
inline bool isMatching(const MatchingTrials* matching, int64_t run, int64_t trial, int64_t time)
{
    return !matching || matching->contains(run, trial, static_cast<double>(time) * 1e-9);
}

/// Reads the spans of tracks that overlap a range; reuses its statements. Throws SQLite::Exception.
class SpanScan
{
public:
    explicit SpanScan(Project& project);
    /// Visits spans sorted by begin, starting with those that reach into the range; `take` returns false to stop.
    void each(const TrackRow& track, int64_t from, int64_t to, int64_t maxDepths,
              const std::function<bool(const RawSpan&)>& take);
    /// Sets the block's begin and end to those of the last cell of a level before `cell` at a depth; false if there is none.
    bool cellBefore(const TrackRow& track, int level, int64_t depth, int64_t cell, SpanBlock& block);

private:
    bool reachingInto(const TrackRow& track, int64_t depth, int64_t from, RawSpan& span);
    Query m_range;
    Query m_cell;
    Query m_inCell;
};

/// Converts a row of span_level to a block.
SpanBlock blockOfCell(const Query& rows, int level, int depth);

} // namespace knobscope
