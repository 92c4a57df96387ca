// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/timeline/lanes.h"

#include "widgets/views/timeline/spannames.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Sort rank: the tuner first, then in order of the work: builders, runner, writer; other processes by name.
int rank(const TrackRow& track)
{
    if (track.process == "knobscope") {
        return track.thread == "writer" ? 3 : 0;
    }
    return track.process.starts_with("builder") ? 1 : track.process.starts_with("runner") ? 2 : 4;
}

} // namespace

void LaneLayout::setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters)
{
    std::ranges::stable_sort(tracks, {}, rank);
    m_tracks = std::move(tracks);
    m_counters = std::move(counters);
    build();
}

void LaneLayout::setMetrics(const LaneMetrics& metrics)
{
    m_metrics = metrics;
    place();
}

void LaneLayout::setPinned(const QSet<QString>& keys)
{
    m_pinned = keys;
    build();
}

void LaneLayout::toggle(const Lane& lane)
{
    QSet<QString>& keys = lane.kind == Lane::Kind::Process ? m_folded : m_pinned;
    if (!keys.remove(lane.key)) {
        keys.insert(lane.key);
    }
    build();
}

void LaneLayout::build()
{
    m_lanes.clear();
    for (const CounterRow& counter : m_counters) {
        const QString name = QString::fromStdString(counter.name);
        m_lanes.push_back({Lane::Kind::Counter, {}, counter, shownName(counter.name, 0), QStringLiteral("counter/") + name});
    }
    for (size_t i = 0; i < m_tracks.size();) {
        size_t end = i;
        while (end < m_tracks.size() && m_tracks[end].pid == m_tracks[i].pid && m_tracks[end].process == m_tracks[i].process
               && rank(m_tracks[end]) == rank(m_tracks[i])) {
            ++end;
        }
        const QString process = QString::fromStdString(m_tracks[i].process);
        const QString key = QStringLiteral("process/%1/%2").arg(m_tracks[i].pid).arg(process);
        const bool hasHeader = end - i > 1;
        if (hasHeader) {
            m_lanes.push_back({Lane::Kind::Process, {}, {}, shownName(m_tracks[i].process, m_tracks[i].trace), key});
        }
        for (; i < end; ++i) {
            const QString thread = QString::fromStdString(m_tracks[i].thread);
            const bool isNamed = hasHeader || process == thread || process == QLatin1String("knobscope");
            const QString shown = shownName(m_tracks[i].thread, m_tracks[i].trace);
            const QString title =
                isNamed ? shown : shownName(m_tracks[i].process, m_tracks[i].trace) + QStringLiteral(" · ") + shown;
            Lane lane{.tracks = {m_tracks[i]}, .title = title, .key = process + QLatin1Char('/') + thread};
            lane.depths = static_cast<int>(std::clamp<int64_t>(m_tracks[i].depths, 1, kMaxDepths));
            const bool isShown = !hasHeader || !m_folded.contains(key) || m_pinned.contains(lane.key);
            if (isShown && (hasHeader || !tryMerge(lane))) {
                m_lanes.push_back(std::move(lane));
            }
        }
    }
    place();
}

bool LaneLayout::tryMerge(const Lane& lane)
{
    const TrackRow& track = lane.tracks.front();
    const auto isApart = [&](const TrackRow& other) {
        return other.trace == 0 && (other.last <= track.first || track.last <= other.first);
    };
    for (Lane& other : m_lanes) {
        if (track.trace == 0 && other.kind == Lane::Kind::Thread && other.key == lane.key
            && std::ranges::all_of(other.tracks, isApart)) {
            other.tracks.push_back(track);
            other.depths = std::max(other.depths, lane.depths);
            return true;
        }
    }
    return false;
}

void LaneLayout::place()
{
    m_pinnedHeight = 0;
    m_height = 0;
    for (Lane& lane : m_lanes) {
        lane.isPinned = m_pinned.contains(lane.key);
        lane.isFolded = m_folded.contains(lane.key);
        lane.height = lane.kind == Lane::Kind::Process ? m_metrics.header
                    : lane.kind == Lane::Kind::Counter ? m_metrics.counter + m_metrics.gap
                                                       : lane.depths * m_metrics.row + m_metrics.gap;
        int& area = lane.isPinned ? m_pinnedHeight : m_height;
        lane.y = area;
        area += lane.height;
    }
    ++m_version;
}

const Lane* LaneLayout::laneOf(int64_t track) const
{
    const auto found = std::ranges::find_if(
        m_lanes, [&](const Lane& lane) { return std::ranges::count(lane.tracks, track, &TrackRow::id) > 0; });
    return found == m_lanes.end() ? nullptr : &*found;
}

int LaneLayout::laneAt(int y, bool inPinned) const
{
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        if (m_lanes[i].isPinned == inPinned && y >= m_lanes[i].y && y < m_lanes[i].y + m_lanes[i].height) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

} // namespace knobscope
