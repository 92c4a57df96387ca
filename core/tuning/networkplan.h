// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/extract.h"
#include "core/tuning/sharedtuning.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Tasks of a network, and which of them compute the same layer with other templates.
struct NetworkPlan {
    std::string network; ///< its id
    Target target;
    std::vector<NetworkTask> tasks;
    std::vector<size_t> layerOf;      ///< of each task
    std::vector<size_t> firstOf;      ///< of each layer: its first task
    std::vector<std::string> skipped; ///< a sentence for each layer without a template
};

/// Fails if no layer of the network has a template on the target.
Result<NetworkPlan> planNetwork(const Network& network, const Target& target, TaskChoice choice);

/// Budget for tuning the tasks of a network.
struct NetworkBudget {
    double seconds = 0; ///< for all layers; 0: no limit
    int64_t trials = 0; ///< for all layers; 0: no limit
};

/// Shared budget, with slices of a size that spreads a small budget over many layers.
SharedBudget budgetOf(const NetworkBudget& budget, const NetworkPlan& plan);

/// Creates the tasks, each with its resumable run in the project, or with a new run of the tuner in `run` that learns from the
/// project's other runs when its turn comes.
Result<std::vector<SharingTask>> sharingTasks(const NetworkPlan& plan, const RunOptions& run, TimingKind kind, Project& project);

} // namespace knobscope
