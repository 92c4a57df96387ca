// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/guarded.h"
#include "core/store/query.h"
#include "core/store/timeline.h"

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
