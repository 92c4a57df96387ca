// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/loop/trialshare.h"
#include "core/store/project.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace knobscope {

/// A task among those of a network that share a budget. Its `recorded` trials count for nothing in the budget, and are where its
/// run goes on.
struct SharingTask {
    LoopTask task;
    SharedTask place;
};

/// What the tasks share; at least one of the limits must be given.
struct SharedBudget {
    int64_t trials = 0; ///< 0: no limit
    double seconds = 0; ///< 0: no limit
    double fixedSeconds = 0; ///< of the network, in layers that no task computes
    int64_t slice = 8;  ///< trials that a task gets at a time
    int confirmTop =
        2; ///< of each layer's fastest task so many are looked at once more in the end; 0: none. Has a part of the seconds
};

/// How far the network is.
struct SharedPoint {
    double seconds = 0; ///< since the beginning
    int64_t trials = 0;
    double networkSeconds = 0; ///< predicted: TrialShare::networkSeconds()
    bool isWhole = false;      ///< every layer was timed; before that some are guessed
};

/// Hears of it, in the calling thread. Each may be empty.
struct SharedWatch {
    std::function<void(size_t task, const SharedPoint&, const TrialShare&)> trial; ///< one was finished
    std::function<void(const SharedPoint&)> between; ///< a slice is done: nothing is built or timed until it returns
    std::function<void(size_t layer)> confirming; ///< the layer's fastest task is looked at once more
};

/// What the tasks came to.
struct SharedOutcome {
    TrialShare share;
    std::vector<SharedPoint> curve; ///< as it was found, whenever the prediction changed, and its end
    std::vector<int64_t> trials;    ///< of each task, made now
    /// The network's, as it was found: untuned, or with what earlier runs had come to. Where that was timed anew at the end it
    /// counts with what it takes by then, so that what was gained is not more or less than the trials of now are worth.
    double firstSeconds = 0;
    std::string reason; ///< "finished", "stopped", or "failed" with …
    Sentence detail; ///< … this
};

/// Tunes the tasks in slices, which TrialShare hands out, in the calling thread, until the budget is spent, nothing more is to be
/// gained or the control stops it; then looks once more at the fastest of each layer. Each task has one run, which goes on with
/// each slice. `lastRow` says which row of the project the run that was started last has (0: none). Refuses what tune() refuses
/// of every task; a task that is refused alone gets no more slices.
Result<SharedOutcome> tuneSharing(std::vector<SharingTask> tasks, const SharedBudget& budget, Measurer& measurer,
                                  LoopControl& control, std::span<LoopListener* const> listeners,
                                  const std::function<int64_t()>& lastRow = {}, const SharedWatch& watch = {});

/// The run of a project that a task can go on with: the longest that was timed in this way, has no limits or log of its own, and
/// is held by no program; nothing where there is none. Its trials are told to the tuner as ones that a person added: what it
/// would propose by itself depends on all that the other tasks knew when it did.
Result<std::optional<LoopTask>> runToGoOnWith(Project& project, const Task& task, TimingKind kind);

} // namespace knobscope
