// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/tracesink.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace knobscope {

/// Collects the flow events of a trace, which may stand in any order, and connects them.
class FlowPoints
{
public:
    enum class Kind : uint8_t { Start, Step, End };
    static constexpr size_t kMaxPoints = 10'000'000;

    /// `key` tells flows apart. `isToNext`: see TraceFlow.
    void add(std::string_view key, Kind kind, uint32_t track, int64_t time, bool isToNext);
    /// Connects the points of each key in order of time and passes the flows on; returns their number.
    int64_t finish(TraceSink& sink);
    /// Points that belong to no flow.
    int64_t unmatched() const { return m_unmatched; }
    /// Points beyond kMaxPoints.
    int64_t dropped() const { return m_dropped; }

private:
    struct Point {
        uint64_t key = 0;
        int64_t time = 0;
        uint32_t track = 0;
        Kind kind = Kind::Start;
        bool isToNext = false;
    };
    std::vector<Point> m_points;
    int64_t m_unmatched = 0;
    int64_t m_dropped = 0;
};

} // namespace knobscope
