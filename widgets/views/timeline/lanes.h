// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"

#include <QSet>
#include <QString>

#include <cstdint>
#include <vector>

namespace knobscope {

/// A row of the timeline: header of a process with several threads, a thread with its spans, or a counter.
struct Lane {
    enum class Kind : uint8_t { Process, Thread, Counter };
    Kind kind = Kind::Thread;
    std::vector<TrackRow> tracks; ///< for threads; several if processes with such a thread ran one after the other
    CounterRow counter; ///< for counters
    QString title;
    QString key;        ///< identifies the lane for pinning and folding
    int depths = 1;     ///< number of visible rows of spans
    int y = 0;          ///< within its area
    int height = 0;
    bool isPinned = false;
    bool isFolded = false; ///< for processes: whether its threads are hidden
};

struct LaneMetrics {
    int row = 17; ///< height of a row of spans
    int gap = 5;
    int header = 20;
    int counter = 40;
};

/// Layout of the lanes of a source, with pinned lanes in a separate area above the others.
class LaneLayout
{
public:
    static constexpr int kMaxDepths = 64;

    void setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters);
    void setMetrics(const LaneMetrics& metrics);
    void setPinned(const QSet<QString>& keys);
    /// Pins or unpins a lane; folds or unfolds a process.
    void toggle(const Lane& lane);
    const QSet<QString>& pinned() const { return m_pinned; }

    const std::vector<Lane>& lanes() const { return m_lanes; }
    const std::vector<TrackRow>& tracks() const { return m_tracks; }
    const LaneMetrics& metrics() const { return m_metrics; }
    int pinnedHeight() const { return m_pinnedHeight; }
    int height() const { return m_height; } ///< of the unpinned lanes
    /// Finds the lane of a track; null if it is folded or unknown.
    const Lane* laneOf(int64_t track) const;
    /// Index of the lane at a y coordinate of its area; -1: none.
    int laneAt(int y, bool inPinned) const;
    /// Incremented by every change.
    int version() const { return m_version; }

private:
    void build();
    /// Merges the lane's track into a lane of the same name if their times do not overlap; returns whether it did.
    bool tryMerge(const Lane& lane);
    void place();
    std::vector<TrackRow> m_tracks;
    std::vector<CounterRow> m_counters;
    LaneMetrics m_metrics;
    QSet<QString> m_pinned;
    QSet<QString> m_folded;
    std::vector<Lane> m_lanes;
    int m_pinnedHeight = 0;
    int m_height = 0;
    int m_version = 0;
};

} // namespace knobscope
