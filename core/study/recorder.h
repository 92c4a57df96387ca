// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recordedspace.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace knobscope {

struct RecordOptions {
    double seconds = 0;   ///< stop after this long, to be continued later; 0: no limit
    const std::atomic<bool>* stop = nullptr; ///< stops when set from another thread
    int retimed = 400;    ///< maximum number of the best to re-time against each other at the end; 0: none
    double within = 0.85; ///< re-times those with at least this share of the best speed; they determine how tuners are rated
    uint64_t seed = 1;    ///< of the order in which points are measured
};
struct RecordProgress {
    int64_t done = 0;
    int64_t total = 0;
    double seconds = 0;
    double bestGflops = 0;
};
struct RecordOutcome {
    int64_t measured = 0;  ///< in this session
    int64_t kept = 0;      ///< from earlier sessions
    int64_t failed = 0;    ///< of all points
    bool isComplete = false;
    bool isRetimed = false;
    double seconds = 0;
    double bestGflops = 0;
};

/// Measures every point of `space.task` that `path` does not contain yet, in random order, and appends each immediately, so that
/// an interrupted recording can be continued. Once complete, re-times the best against each other on one scale and rewrites the
/// file in order. `space` provides the header of a new file; its points are ignored. Rejects a space of more than 100,000 points,
/// a task that the measurer does not accept, and a file of another space.
Result<RecordOutcome> recordSpace(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                  const RecordOptions& options, const std::function<void(const RecordProgress&)>& progress);

} // namespace knobscope
