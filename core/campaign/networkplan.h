// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/sharedtuning.h"
#include "core/network/extract.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// A network's tasks, and which of them compute the same layer by other templates.
struct NetworkPlan {
    std::string network; ///< its id
    Target target;
    std::vector<NetworkTask> tasks;
    std::vector<size_t> layerOf;      ///< of each task
    std::vector<size_t> firstOf;      ///< of each layer: its first task
    std::vector<std::string> skipped; ///< a sentence for each layer without a template
};

/// Refuses a network of which no layer has a template on the target.
Result<NetworkPlan> planNetwork(const Network& network, const Target& target, TaskChoice choice);

/// How the tasks of a network are tuned.
struct NetworkBudget {
    double seconds = 0; ///< for all layers; 0: no limit
    int64_t trials = 0; ///< the same in trials
};

/// In slices of a size that brings a small budget to many layers rather than to few.
SharedBudget budgetOf(const NetworkBudget& budget, const NetworkPlan& plan);

/// Makes the tasks, each with the run of the project that it goes on with, or a new one with the tuner that `run` names, to
/// learn from the project's other runs when its turn comes.
Result<std::vector<SharingTask>> sharingTasks(const NetworkPlan& plan, const RunOptions& run, TimingKind kind, Project& project);

} // namespace knobscope
