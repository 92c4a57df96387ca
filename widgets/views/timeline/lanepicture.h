// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plot/colours.h"
#include "widgets/views/timeline/lanes.h"
#include "widgets/views/timeline/timescale.h"

#include <QColor>
#include <QFont>
#include <QImage>
#include <QPalette>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

class QPainter;

namespace knobscope {

/// Fills a span's rectangle, and writes its name where there is room.
void paintSpan(QPainter& painter, const QRectF& rect, const QColor& colour, const QString& name);

/// Position of a picture on the lanes.
struct PicturePlace {
    TimeScale scale; ///< covers more than the visible part
    int pinnedHeight = 0; ///< height of the pinned lanes, which are above the others
    int top = 0; ///< first y in the area of unpinned lanes
    int layoutVersion = -1;
};

/// Description of a picture of a time range: pinned lanes, and below them the unpinned lanes within a range of heights.
struct PictureRequest : PicturePlace {
    std::vector<Lane> lanes;
    LaneMetrics metrics;
    int height = 0; ///< of the unpinned lanes
    int64_t visibleFrom = 0; ///< visible part of the range, which determines the scale of counters
    int64_t visibleTo = 0;
    int64_t run = 0; ///< run of the GFLOPS counter; 0: all runs
    double pixelRatio = 1;
    QFont font;
    QPalette palette;
    /// Trials that match the filters; other spans are dimmed. Null: all. Updated by the painting thread.
    std::shared_ptr<MatchingTrials> matching;
    std::shared_ptr<GflopsCounter> gflops; ///< caches trials between pictures; used only by the painting thread
};

/// Spans in a time window, by track, and their names as they are stored.
struct NamedBlocks {
    std::map<int64_t, std::vector<SpanBlock>> blocks;
    std::map<int64_t, std::string> names;
};
Result<NamedBlocks> readBlocks(Project& project, const SpanWindow& window, const std::atomic<bool>& stop);

/// The spans and counters of a time range as an image, with their positions.
struct LanePicture : NamedBlocks, PicturePlace {
    QImage image;
    std::map<int64_t, std::vector<CounterPoint>> counters; ///< by counter id
    std::map<int64_t, double> counterTops; ///< value at the upper edge

    struct Hit {
        const SpanBlock* block = nullptr; ///< null: none
        const TrackRow* track = nullptr;
    };
    /// Finds the block of a lane nearest to a time, within `reach`.
    Hit blockAt(const Lane& lane, int depth, int64_t time, int64_t reach) const;
};

/// Reads and paints; for any thread, with a project of its own.
Result<LanePicture> drawLanes(Project& project, const PictureRequest& request, const std::atomic<bool>& stop);

} // namespace knobscope
