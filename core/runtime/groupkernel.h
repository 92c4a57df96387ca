// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/ir/loopnest.h"
#include "core/runtime/layout.h"
#include "core/task/task.h"

#include <functional>
#include <optional>
#include <vector>

namespace knobscope {

/// The config that computes a group's sum of products.
struct KernelChoice {
    Task task;
    ConfigEntity entity;
    double seconds = 0; ///< what a call was measured to take at full pace; 0: not measured
};

/// A parameter of a group's kernel.
struct KernelParameter {
    ValueId value = kNoValue;
    ValueLayout layout;     ///< that the kernel reads it in
    bool isWeights = false; ///< a constant that is packed into `extents` once
    Shape extents;          ///< of the parameter
};

/// A group as one kernel.
struct GroupKernel {
    ir::LoopNest nest;
    std::vector<KernelParameter> inputs; ///< in the order of the nest's parameters, its output behind them
    ValueLayout output;
    bool isTransposed = false;           ///< the weights are (inputs, outputs) in the graph
};

/// The layout in which a config reads its data, and that in which it writes.
struct KernelLayouts {
    ValueLayout data;
    ValueLayout output;

    friend bool operator==(const KernelLayouts&, const KernelLayouts&) = default;
};
Result<KernelLayouts> layoutsOf(const KernelChoice& choice);

/// Groups whose kernels can be made: an epilogue ends where expressions cannot say its next operator, and where the kernel would
/// become so long that compiling it takes more than moments. `isChosen` says of which
/// anchors there are chosen configs.
std::vector<Group> cutGroups(const Graph& graph, const std::vector<Group>& groups,
                             const std::function<bool(size_t anchor)>& isChosen);

/// The kernel of a group with a chosen config, and what follows it as its epilogue. Other values that the epilogue reads are
/// wanted in the output's layout where they have its shape, row-major otherwise.
Result<GroupKernel> chosenKernel(const Graph& graph, const Group& group, const KernelChoice& choice);

/// The kernel of a group that no template is for, from its operators' definitions with loops in parallel and a vector innermost;
/// nothing where expressions cannot say it. `layout` is that of the output, and of what it is made of where channels stay.
Result<std::optional<GroupKernel>> definedKernel(const Graph& graph, const Group& group, ValueLayout layout);

/// The same elements of a value of float32 in another layout.
Result<ir::LoopNest> layoutTransform(const Shape& shape, ValueLayout from, ValueLayout to);

} // namespace knobscope
