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

/// A config that was measured, with its time.
struct KnownConfig {
    ConfigEntity entity;
    double seconds = 0; ///< a call at full pace
};
/// What is known of a task, quickest first.
using KnownConfigs = std::function<std::vector<KnownConfig>(const Task& task)>;

/// A kernel that could compute a group.
struct KernelCandidate {
    KernelChoice choice;
    KernelLayouts layouts;
};
/// Those of each group that templates are for, by its anchor, quickest first.
using KernelCandidates = std::map<size_t, std::vector<KernelCandidate>>;

/// A kernel for each of these groups, by its anchor.
using KernelChoices = std::map<size_t, KernelChoice>;

/// The tasks of a node: AutoTVM's, and extra ones behind; none where templates are for no such node.
Result<std::vector<Task>> tasksOf(const Graph& graph, const Node& node, const Target& target);

/// Of all that is known of a group's tasks the quickest config for each pair of layouts, twenty at most (AutoTVM's graph tuner:
/// the facts' max_sch_num): the untuned config's pair and the quickest of each layout that is read or written before others, so
/// that neighbours can agree. Where nothing is known the untuned config for so many threads of the template that is best without
/// tuning: blocks of channels by their number alone, so that no layout changes between kernels.
Result<KernelCandidates> candidatesOf(const Graph& graph, const std::vector<Group>& groups, const Target& target,
                                      const KnownConfigs& known, int threads = 1);

/// Layouts that a person wants of a node's kernel, whatever is cheaper.
struct HeldLayout {
    std::string node; ///< the anchor's
    ValueLayout data, output;
};
/// Leaves the candidates with those layouts. Refuses a node that is no layer, and layouts of which no config is known, with those
/// that are.
Result<void> holdLayouts(KernelCandidates& candidates, const Graph& graph, const std::vector<HeldLayout>& held);

} // namespace knobscope
