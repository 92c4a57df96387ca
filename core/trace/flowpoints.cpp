// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/flowpoints.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace knobscope {

void FlowPoints::add(std::string_view key, Kind kind, uint32_t track, int64_t time, bool isToNext)
{
    if (m_points.size() >= kMaxPoints) {
        ++m_dropped;
        return;
    }
    m_points.push_back({std::hash<std::string_view>()(key), time, track, kind, isToNext});
}

int64_t FlowPoints::finish(TraceSink& sink)
{
    std::ranges::stable_sort(m_points, {}, [](const Point& p) { return std::tuple(p.key, p.time, p.kind); });
    int64_t flows = 0;
    for (auto group = m_points.begin(); group != m_points.end();) {
        const auto end = std::ranges::find_if(group, m_points.end(), [&](const Point& p) { return p.key != group->key; });
        // The clocks of CPU and GPU may differ: a lone pair belongs together although its end is earlier.
        if (end - group == 2 && group->kind == Kind::End && group[1].kind == Kind::Start) {
            std::iter_swap(group, group + 1);
        }
        const Point* before = nullptr;
        bool isConnected = true;
        for (; group != end; ++group) {
            if (group->kind == Kind::Start || !before) {
                m_unmatched += isConnected ? 0 : 1;
                before = group->kind == Kind::Start ? &*group : nullptr;
                m_unmatched += before ? 0 : 1;
                isConnected = !before;
                continue;
            }
            sink.flow({before->track, before->time, group->track, group->time, group->isToNext});
            ++flows;
            isConnected = true;
            before = group->kind == Kind::End ? nullptr : &*group;
        }
        m_unmatched += isConnected ? 0 : 1;
    }
    m_points = {};
    return flows;
}

} // namespace knobscope
