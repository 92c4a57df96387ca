// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/flowends.h"

#include <algorithm>
#include <tuple>

namespace knobscope {

FlowEnds::FlowEnds(const std::vector<TraceFlow>& flows)
    : m_places(2 * flows.size())
{
    m_ends.reserve(2 * flows.size());
    for (size_t i = 0; i < flows.size(); ++i) {
        m_ends.push_back({flows[i].fromTrack, flows[i].fromTime, true, 2 * i});
        m_ends.push_back({flows[i].toTrack, flows[i].toTime, !flows[i].isToNext, 2 * i + 1});
    }
    std::ranges::sort(m_ends, {}, [](const End& e) { return std::tuple(e.track, e.time, e.isEnclosed, e.place); });
}

FlowEnds::Place FlowEnds::enclosing(int64_t time) const
{
    const auto open = std::find_if(m_open.rbegin(), m_open.rend(), [&](const Open& o) { return o.end >= time; });
    return open == m_open.rend() ? Place{time, -1} : Place{time, open->depth};
}

void FlowEnds::endTrack()
{
    for (; m_next < m_ends.size() && m_ends[m_next].track == m_track; ++m_next) {
        m_places[m_ends[m_next].place] = enclosing(m_ends[m_next].time);
    }
    m_open.clear();
}

void FlowEnds::span(uint32_t track, int64_t start, int64_t duration, int64_t depth)
{
    if (track != m_track) {
        endTrack();
        while (m_next < m_ends.size() && m_ends[m_next].track < track) { // tracks without spans
            ++m_next;
        }
        m_track = track;
    }
    for (; m_next < m_ends.size() && m_ends[m_next].track == track; ++m_next) {
        const End& end = m_ends[m_next];
        if (end.time > start || (end.time == start && end.isEnclosed)) {
            break;
        }
        m_places[end.place] = end.isEnclosed ? enclosing(end.time) : Place{start, depth};
    }
    while (!m_open.empty() && m_open.back().depth >= depth) {
        m_open.pop_back();
    }
    m_open.push_back({start + duration, depth});
}

void FlowEnds::finish()
{
    endTrack();
}

} // namespace knobscope
