// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/tracesink.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// Finds the spans at both ends of flows, while the spans pass by in the order of SpanSorter.
class FlowEnds
{
public:
    /// A place on a span; depth -1: there is no span.
    struct Place {
        int64_t time = 0;
        int64_t depth = -1;
    };

    explicit FlowEnds(const std::vector<TraceFlow>& flows);
    /// The next span of a track.
    void span(uint32_t track, int64_t start, int64_t duration, int64_t depth);
    /// After the last span.
    void finish();
    const Place& from(size_t flow) const { return m_places[2 * flow]; }
    const Place& to(size_t flow) const { return m_places[2 * flow + 1]; }

private:
    struct End {
        uint32_t track = 0;
        int64_t time = 0;
        bool isEnclosed = true; ///< on the span that is open at its time; false: on the next one that begins
        size_t place = 0;
    };
    struct Open {
        int64_t end = 0;
        int64_t depth = 0;
    };
    void endTrack();
    /// The innermost span that is open at a time, of those that have begun.
    Place enclosing(int64_t time) const;

    std::vector<End> m_ends; ///< by track and time
    size_t m_next = 0;
    uint32_t m_track = 0;
    std::vector<Open> m_open;
    std::vector<Place> m_places;
};

} // namespace knobscope
