// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/runtime/groupkernel.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace knobscope {

/// A measured config with its time.
struct KnownConfig {
    ConfigEntity entity;
    double seconds = 0; ///< per call, at full machine speed
};
/// Returns the measured configs of a task, fastest first.
using KnownConfigs = std::function<std::vector<KnownConfig>(const Task& task)>;

/// A kernel that can compute a group.
struct KernelCandidate {
    KernelChoice choice;
    KernelLayouts layouts;
};
/// Candidates of each group that templates support, by the group's anchor, fastest first.
using KernelCandidates = std::map<size_t, std::vector<KernelCandidate>>;

/// Chosen kernel of each group, by its anchor.
using KernelChoices = std::map<size_t, KernelChoice>;

/// Tasks of a node in the types that the graph has: AutoTVM's, then extra ones; empty if templates do not support the node.
Result<std::vector<Task>> tasksOf(const Graph& graph, const Node& node, const Target& target);

/// Returns the fastest measured config of each group's tasks for each pair of layouts, at most twenty (max_sch_num of AutoTVM's
/// graph tuner): first the untuned config's pair, then the fastest of each layout read or written, so that neighbours can agree.
/// Without measurements, uses the untuned config for `threads` of the template that is best untuned; its channel blocks depend
/// only on the number of channels, so layouts do not change between kernels.
Result<KernelCandidates> candidatesOf(const Graph& graph, const std::vector<Group>& groups, const Target& target,
                                      const KnownConfigs& known, int threads = 1);

/// Layouts that the user fixed for a node's kernel, whatever the cost.
struct FixedLayout {
    std::string node; ///< name of the anchor
    ValueLayout data, output;
};
/// Removes candidates with other layouts. Returns an error if the node is not a layer, or if no config with the layouts is known;
/// the error lists the known ones.
Result<void> fixLayouts(KernelCandidates& candidates, const Graph& graph, const std::vector<FixedLayout>& held);

} // namespace knobscope
