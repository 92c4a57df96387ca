// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/standing.h"

#include <atomic>
#include <cstdint>

namespace knobscope {

struct LabResult {
    std::vector<SpaceStanding> spaces;
    std::vector<OverallStanding> overall;
    int seeds = 0;         ///< requested
    int64_t replays = 0;   ///< seeds over all spaces, per tuner
    bool isWhole = true;   ///< false if stopped or in progress: spaces have the seeds that all tuners have completed
};

struct LabOptions {
    int seeds = 20;
    uint64_t firstSeed = 1;
    int jobs = 0; ///< threads; 0: the machine's cores
    std::vector<int> cores; ///< that they may run on, at low priority; empty: any
    ReplayOptions replaying;
};

struct LabProgress {
    int64_t done = 0;  ///< number of replays
    int64_t total = 0;
    double seconds = 0;
    double secondsLeft = 0;
};
/// Callbacks of a running lab, from one of its threads at a time. Each may be empty.
struct LabWatch {
    std::function<void(const LabProgress&)> progress;
    /// Intermediate results, at most once a second and for at most a fifth of the time.
    std::function<void(LabResult)> soFar;
};

/// Replays every tuner with every seed on every space: all with the first seed, then all with the next. The result does not
/// depend on the number of threads. Setting `stop` from another thread ends it within a trial; completed replays are kept, and it
/// fails if there are none. Fails without tuners or spaces, and like replay().
Result<LabResult> runLab(std::span<const RecordedSpace> spaces, std::span<const TunerChoice> tuners, const LabOptions& options,
                         const std::atomic<bool>* stop = nullptr, const LabWatch& watch = {});

} // namespace knobscope
