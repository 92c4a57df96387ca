// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/campaign/networkplan.h"
#include "core/campaign/wholerun.h"
#include "core/loop/storelistener.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// What a network's tuning is told.
struct NetworkTuning {
    NetworkPlan plan;
    RunOptions run; ///< of a task's run that is begun now, but for its limits
    NetworkBudget budget;
    std::optional<WholeNetwork> whole; ///< run end to end now and then; nothing: never
};

/// Hears of it, in the calling thread. Each may be empty.
struct NetworkWatch {
    SharedWatch shared;
    std::function<void(const WholeRun&)> whole; ///< the network was run end to end
};

/// What it came to.
struct TunedNetwork {
    SharedOutcome outcome;
    std::vector<WholeRun> wholeRuns; ///< of this tuning
};

/// Tunes a network's layers within one budget (tuneSharing), and runs the whole network end to end as it was found, again where
/// the prediction fell, and in the end, with what its kernels take there (seeKernels): each at a moment when nothing is built or
/// timed, a twentieth of the time at most, and not at all within small budgets (less than a minute or 64 trials). Each answer is
/// compared with the interpreter's, which is computed once, before the budget begins. What right runs took is kept in the
/// writer's project; the listeners are told of wrong ones, and where it cannot be done. Where layers have no task, a profile at
/// the beginning says what they take (TunedNetwork::outcome's fixed seconds). Refuses a project in which another program tunes a
/// network. In the calling thread.
Result<TunedNetwork> tuneNetwork(const NetworkTuning& tuning, Measurer& measurer, LoopControl& control, ProjectWriter& writer,
                                 const StoreListener& store, std::span<LoopListener* const> listeners,
                                 const NetworkWatch& watch = {});

} // namespace knobscope
