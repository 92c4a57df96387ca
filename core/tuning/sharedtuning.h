// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/tuning/loop.h"
#include "core/tuning/trialshare.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// A task of a network that shares a budget. Its `recorded` trials do not count towards the budget; its run continues after them.
struct SharingTask {
    LoopTask task;
    SharedTask place;
};

/// Budget shared by the tasks; at least one limit is required.
struct SharedBudget {
    int64_t trials = 0; ///< 0: no limit
    double seconds = 0; ///< 0: no limit
    double fixedSeconds = 0; ///< of the network's layers without a task
    int64_t slice = 8; ///< trials per turn of a task
    int confirmTop =
        2; ///< number of best configs to re-time of each layer's fastest task at the end; 0: none. Uses a part of the seconds
};

/// Progress of the network.
struct SharedPoint {
    double seconds = 0; ///< since the start
    int64_t trials = 0;
    double networkSeconds = 0; ///< predicted: TrialShare::networkSeconds()
    bool isWhole = false; ///< every layer was timed; otherwise some are estimated
};

/// Callbacks in the calling thread. Each may be empty.
struct SharedWatch {
    std::function<void(size_t task, const SharedPoint&, const TrialShare&)> trial; ///< a trial was finished
    std::function<void(const SharedPoint&)> between; ///< a slice is done: nothing is built or timed until this returns
    std::function<void(size_t layer)> confirming; ///< before re-timing the layer's fastest task
};

/// Result of the shared tuning.
struct SharedOutcome {
    TrialShare share;
    std::vector<SharedPoint> curve; ///< at the start, at each change of the prediction, and at the end
    std::vector<int64_t> trials; ///< of each task, in this session
    /// The network's time at the start: untuned, or with the results of earlier runs. Results re-timed at the end count with
    /// their new times, so that the gain is that of the new trials only.
    double firstSeconds = 0;
    std::string reason; ///< "finished", "stopped" or "failed"
    Sentence detail; ///< of the reason
};

/// Tunes the tasks in slices, which TrialShare assigns, in the calling thread, until the budget is spent, nothing more can be
/// gained, or the control stops it; then re-times the fastest of each layer. Each task has one Run, which each of its slices
/// continues. Fails if every run is rejected; a single rejected task gets no more slices.
Result<SharedOutcome> tuneSharing(std::vector<SharingTask> tasks, const SharedBudget& budget, Measurer& measurer,
                                  LoopControl& control, std::span<LoopListener* const> listeners, const SharedWatch& watch = {});

/// Run of a project that a task can resume: the longest that was timed in this way, has no limits or log of its own, and has no
/// owner; nullopt if there is none. Its trials are marked as user-added: the tuner's own proposals depended on the other tasks'
/// results at the time.
Result<std::optional<LoopTask>> resumableRunOf(Project& project, const Task& task, TimingKind kind);

} // namespace knobscope
