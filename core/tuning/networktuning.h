// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/networkplan.h"
#include "core/tuning/networktime.h"
#include "core/tuning/storelistener.h"
#include "core/tuning/wholerun.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// Parameters of a network's tuning.
struct NetworkTuning {
    NetworkPlan plan;
    RunOptions run; ///< options of a task's new run, without limits
    NetworkBudget budget;
    std::optional<WholeNetwork> whole; ///< run end to end now and then; nullopt: never
};

/// Callbacks in the calling thread. Each may be empty.
struct NetworkWatch {
    SharedWatch shared;
    std::function<void(const WholeRun&)> whole; ///< called after each end-to-end run
};

/// Result of a network's tuning.
struct TunedNetwork {
    SharedOutcome outcome;
    std::vector<WholeRun> wholeRuns; ///< of this tuning; the last one is of the program that is kept
    std::optional<NetworkComparison> comparison; ///< with the network at the start; nullopt: stopped, or not run as a whole
};

/// Tunes a network's layers within one budget (tuneSharing). Runs the whole network end to end at the start, again after the
/// prediction has decreased, and at the end, then with profiled times of its kernels (profileKernels): only while nothing is
/// built or timed, for at most a twentieth of the time, and not for small budgets (less than a minute or 64 trials). Compares
/// each output with the interpreter's, which is computed once, before the budget starts. Stores the times of correct runs in the
/// writer's project; reports wrong outputs and failures to the listeners. At the end, times the network alternately with the
/// program of the start; if that is faster, the project keeps it (storedProgram()). An initial profile measures the time of all
/// steps without a template (TunedNetwork::outcome's fixed seconds). Fails if another program tunes a network in the project.
/// Runs in the calling thread.
Result<TunedNetwork> tuneNetwork(const NetworkTuning& tuning, Measurer& measurer, LoopControl& control, ProjectWriter& writer,
                                 std::span<LoopListener* const> listeners, const NetworkWatch& watch = {});

} // namespace knobscope
