// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"

#include <QSet>
#include <QString>

#include <cstdint>
#include <vector>

namespace knobscope {

/// A row of the timeline: the name of a process with several threads, a thread with its spans, or a counter.
struct Lane {
    enum class Kind : uint8_t { Process, Thread, Counter };
    Kind kind = Kind::Thread;
    std::vector<TrackRow> tracks; ///< of a thread; several when programs with such a thread ran one after the other
    CounterRow counter; ///< of a counter
    QString title;
    QString key;        ///< what pinning and folding remember
    int depths = 1;     ///< rows of spans that are shown
    int y = 0;          ///< within its area
    int height = 0;
    bool isPinned = false;
    bool isFolded = false; ///< of a process: its threads are hidden
};

struct LaneMetrics {
    int row = 17; ///< of a span
    int gap = 5;
    int header = 20;
    int counter = 40;
};

/// Where the lanes of a source are: pinned ones in an area of their own above the others.
class LaneLayout
{
public:
    static constexpr int maxDepths = 64;

    void setContent(std::vector<TrackRow> tracks, std::vector<CounterRow> counters);
    void setMetrics(const LaneMetrics& metrics);
    void setPinned(const QSet<QString>& keys);
    /// Pins a lane or lets it go; folds a process or unfolds it.
    void toggle(const Lane& lane);
    const QSet<QString>& pinned() const { return m_pinned; }

    const std::vector<Lane>& lanes() const { return m_lanes; }
    const std::vector<TrackRow>& tracks() const { return m_tracks; }
    const LaneMetrics& metrics() const { return m_metrics; }
    int pinnedHeight() const { return m_pinnedHeight; }
    int height() const { return m_height; } ///< of those that are not pinned
    /// Where the spans of a track are; null when it is folded away or unknown.
    const Lane* laneOf(int64_t track) const;
    /// The lane at a height of its area; -1: none.
    int laneAt(int y, bool inPinned) const;
    /// Grows with every change.
    int version() const { return m_version; }

private:
    void build();
    /// Puts the lane's track into a lane of the same name whose program had ended before, or began after.
    bool joined(const Lane& lane);
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
