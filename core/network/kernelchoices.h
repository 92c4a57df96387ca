// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/runtime/groupkernel.h"

#include <functional>
#include <map>
#include <vector>

namespace knobscope {

/// The best config that is known of a task, with its time; nothing where none is.
struct KnownConfig {
    ConfigEntity entity;
    double seconds = 0; ///< a call at full pace
};
using KnownConfigs = std::function<std::optional<KnownConfig>(const Task& task)>;

/// The tasks of a node: AutoTVM's, and extra ones behind; none where templates are for no such node.
Result<std::vector<Task>> tasksOf(const Graph& graph, const Node& node, const Target& target);

/// For each group that templates are for the quickest config that is known of any of its tasks (history lookup), and where none
/// is the fallback config of the template that is best without tuning: blocks of a vector's channels everywhere, so that no
/// layout changes between kernels. By the group's anchor.
Result<std::map<size_t, KernelChoice>> chooseKernels(const Graph& graph, const std::vector<Group>& groups, const Target& target,
                                                     const KnownConfigs& known);

} // namespace knobscope
