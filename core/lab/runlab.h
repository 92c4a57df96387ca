// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/standing.h"

#include <atomic>
#include <cstdint>

namespace knobscope {

struct LabResult {
    std::vector<SpaceStanding> spaces;
    std::vector<OverallStanding> overall;
    int seeds = 0;         ///< asked for
    int64_t replays = 0;   ///< seeds over all spaces, of one tuner
    bool isWhole = true;   ///< false: it was stopped, or goes on; spaces have the seeds that all tuners were through with
};

struct LabOptions {
    int seeds = 20;
    uint64_t firstSeed = 1;
    int jobs = 0; ///< threads; 0: the machine's cores
    std::vector<int> cores; ///< where they may run, after everything else there; empty: anywhere
    ReplayOptions replaying;
};

struct LabProgress {
    int64_t done = 0;  ///< replays
    int64_t total = 0;
    double seconds = 0;
    double secondsLeft = 0;
};
/// What a lab that goes on tells, in one of its threads at a time. Each may be empty.
struct LabWatch {
    std::function<void(const LabProgress&)> progress;
    /// What is there so far, at most once a second and for at most a fifth of the time.
    std::function<void(LabResult)> soFar;
};

/// Replays every tuner with every seed on every space: all with the first seed, then all with the next. The result does not
/// depend on the number of threads. `stop`, when set from another thread, ends it within a trial; what is done is kept, and it
/// is an error where nothing is. Refuses no tuner, no space, and what replay() refuses.
Result<LabResult> runLab(std::span<const RecordedSpace> spaces, std::span<const TunerChoice> tuners, const LabOptions& options,
                         const std::atomic<bool>* stop = nullptr, const LabWatch& watch = {});

} // namespace knobscope
