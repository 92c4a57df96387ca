// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/lanes.h"
#include "widgets/timeline/timescale.h"

#include <QFont>
#include <QImage>
#include <QPalette>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>

namespace knobscope {

/// Where a picture lies on the lanes.
struct PicturePlace {
    TimeScale scale;      ///< wider than what is seen
    int pinnedHeight = 0; ///< above the others
    int top = 0;          ///< height of their area where what is not pinned begins
    int layoutVersion = -1;
};

/// What to draw over a stretch of time: pinned lanes, and below them those within a height of their area.
struct PictureRequest : PicturePlace {
    std::vector<Lane> lanes;
    LaneMetrics metrics;
    int height = 0; ///< of what is not pinned
    int64_t seenFrom = 0; ///< the part of it that is seen: counters are scaled by what they are there
    int64_t seenTo = 0;
    int64_t run = 0; ///< whose GFLOPS; 0: of all runs
    double pixelRatio = 1;
    QFont font;
    QPalette palette;
    /// What the filters leave; other spans are pale. Null: all. Kept up to date by the thread that draws.
    std::shared_ptr<MatchingTrials> matching;
    std::shared_ptr<GflopsCounter> gflops; ///< remembers trials from picture to picture; that thread's alone
};

/// What lies in a window of time, by track, and what it is called.
struct NamedBlocks {
    std::map<int64_t, std::vector<SpanBlock>> blocks;
    std::map<int64_t, QString> names;
};
Result<NamedBlocks> readBlocks(Project& project, const SpanWindow& window, const std::atomic<bool>& stop);

/// The spans and counters of a stretch of time as an image, and what is where in it.
struct LanePicture : NamedBlocks, PicturePlace {
    QImage image;
    std::map<int64_t, std::vector<CounterPoint>> counters; ///< by counter
    std::map<int64_t, double> counterTops;                 ///< the value at the upper edge

    struct Hit {
        const SpanBlock* block = nullptr; ///< null: there is none
        const TrackRow* track = nullptr;
    };
    /// The block of a lane at a time, at most `reach` away.
    Hit blockAt(const Lane& lane, int depth, int64_t time, int64_t reach) const;
};

/// Reads and draws; for any thread with a project of its own.
Result<LanePicture> drawLanes(Project& project, const PictureRequest& request, const std::atomic<bool>& stop);

} // namespace knobscope
