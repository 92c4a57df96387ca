// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recordedspace.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace knobscope {

struct RecordOptions {
    double seconds = 0;   ///< stop after this long, to go on another time; 0: no limit
    const std::atomic<bool>* stop = nullptr; ///< the same when it is set from another thread
    int retimed = 400;    ///< at most so many of the best are timed against each other at the end; 0: none …
    double within = 0.85; ///< … namely those with this share of the best speed; they decide what a tuner is held to
    uint64_t seed = 1;    ///< of the order in which points are measured
};
struct RecordProgress {
    int64_t done = 0;
    int64_t total = 0;
    double seconds = 0;
    double bestGflops = 0;
};
struct RecordOutcome {
    int64_t measured = 0;  ///< now
    int64_t kept = 0;      ///< from before
    int64_t failed = 0;    ///< of all points
    bool isComplete = false;
    bool isRetimed = false;
    double seconds = 0;
    double bestGflops = 0;
};

/// Measures every point of `space.task` that `path` does not have yet, in random order, and appends each at once, so that a
/// recording that was cut off goes on where it was. When all are there, the best are timed against each other on one scale and
/// the file is written anew in order. `space` holds what a new file's header says; its points are ignored. Refuses a space of
/// more than 100,000 points, a GPU task, and a file of another space.
Result<RecordOutcome> recordSpace(const RecordedSpace& space, const std::string& path, Measurer& measurer,
                                  const RecordOptions& options, const std::function<void(const RecordProgress&)>& progress);

} // namespace knobscope
