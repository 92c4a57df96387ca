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

/// What to draw: lanes within a height of their area, over a stretch of time.
struct PictureRequest {
    std::vector<Lane> lanes;
    LaneMetrics metrics;
    TimeScale scale; ///< of the picture, wider than what is seen
    int top = 0;     ///< height of the area where the picture begins
    int height = 0;
    int64_t seenFrom = 0; ///< the part of it that is seen: counters are scaled by what they are there
    int64_t seenTo = 0;
    int64_t run = 0; ///< whose GFLOPS; 0: of all runs
    double pixelRatio = 1;
    QFont font;
    QPalette palette;
    int layoutVersion = 0;
    /// What the filters leave; other spans are pale. Null: all. Kept up to date by the thread that draws.
    std::shared_ptr<MatchingTrials> matching;
};

/// The spans and counters of a stretch of time as an image, and what is where in it.
struct LanePicture {
    QImage image;
    TimeScale scale;
    int top = 0;
    int layoutVersion = -1;
    std::map<int64_t, std::vector<SpanBlock>> blocks; ///< by track
    std::map<int64_t, QString> names;
    std::map<int64_t, std::vector<CounterPoint>> counters; ///< by counter
    std::map<int64_t, double> counterTops;                 ///< the value at the upper edge

    struct Hit {
        const SpanBlock* block = nullptr; ///< null: there is none
        int64_t track = 0;
    };
    /// The block of a lane at a time, at most `reach` away.
    Hit blockAt(const Lane& lane, int depth, int64_t time, int64_t reach) const;
};

/// Reads and draws; for any thread with a project of its own. `gflops` remembers trials from picture to picture.
Result<LanePicture> drawLanes(Project& project, GflopsCounter& gflops, const PictureRequest& request,
                              const std::atomic<bool>& stop);

} // namespace knobscope
