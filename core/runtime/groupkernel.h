// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/ir/loopnest.h"
#include "core/runtime/layout.h"
#include "core/task/task.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace knobscope {

/// Config for a group's sum of products.
struct KernelChoice {
    Task task;
    ConfigEntity entity;
    double seconds = 0; ///< measured time of a call at full machine speed; 0: not measured
};

/// A parameter of a group's kernel.
struct KernelParameter {
    ValueId value = kNoValue;
    ValueLayout layout;     ///< layout that the kernel reads
    bool isWeights = false; ///< a constant that is packed into `extents` once
    Shape extents;          ///< of the parameter
    bool isSwapped = false; ///< the kernel reads the last two axes in the other order
};

/// A kernel that computes a group.
struct GroupKernel {
    ir::LoopNest nest;
    std::vector<KernelParameter> inputs; ///< in the order of the nest's parameters; its outputs come after them
    std::vector<ValueId> outputs;        ///< of an operator with several; empty: the group's only one
    ValueLayout output;
    bool isTransposed = false;           ///< the weights are (inputs, outputs) in the graph
};

/// Whether a task is a batched product: its kernel reads both factors as the graph has them, without packed weights.
bool isBatchedProduct(const Task& task);

/// Layouts of a config's data input and output.
struct KernelLayouts {
    ValueLayout data;
    ValueLayout output;

    friend bool operator==(const KernelLayouts&, const KernelLayouts&) = default;
};
Result<KernelLayouts> layoutsOf(const KernelChoice& choice);

/// Kernel of a group with a chosen config, including its epilogue. Other values that the epilogue reads must have the output's
/// layout if they have its shape, row-major otherwise.
Result<GroupKernel> chosenKernel(const Graph& graph, const Group& group, const KernelChoice& choice);

/// Kernel of a group without a template, built from the operators' definitions with parallel loops and a vector innermost;
/// nullopt if expressions cannot represent it. `layout` is that of the output, and of inputs whose channels are kept. `made` has
/// the layouts of the graph's values by id, in which operators that move elements read their input; empty: row-major.
Result<std::optional<GroupKernel>> definedKernel(const Graph& graph, const Group& group, ValueLayout layout,
                                                 std::span<const ValueLayout> made = {});

/// Kernel that converts a value's numbers to another type.
Result<ir::LoopNest> conversion(int64_t elements, ir::DataType from, ir::DataType to);

/// Kernel that converts a value to another layout.
Result<ir::LoopNest> layoutTransform(const Shape& shape, ValueLayout from, ValueLayout to, ir::DataType number = ir::float32);

} // namespace knobscope
