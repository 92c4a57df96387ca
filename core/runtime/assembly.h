// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/attentionpattern.h"
#include "core/runtime/memoryplan.h"
#include "core/runtime/movedvalue.h"
#include "core/runtime/program.h"
#include "core/runtime/valueplaces.h"
#include "core/runtime/weightblock.h"
#include "core/target/machineprofile.h"

#include <cstdint>
#include <map>
#include <utility>

namespace knobscope {

/// Assembles the steps of a program: the call of each, and the lifetime of its memory. Kernels stay loop nests.
class Assembly
{
public:
    /// `threads` is the number of threads that lower kernels and pack weights; `machine` runs the program.
    /// `units`: it has them.
    Assembly(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, KernelChoice>& choices,
             std::string prefix, int threads, const MachineProfile& machine, BfloatUnits units);

    /// Assembles everything except `kernels` and the plan of the arena; the kernels of the steps are in `nests`.
    Result<void> run();

    std::vector<ir::LoopNest> nests; ///< each named after its content, so equal in every network
    /// Plans the arena and fills in the places; moves the steps into the program. Reads scratch sizes from the program's kernels.
    void finish(Program& program);

private:
    /// A part of a planned storage or of the weights.
    struct Slot {
        int storage = -1; ///< -1: in the weights
        size_t weights = 0; ///< number in m_weights, which are placed last
        int64_t offset = 0;
        int64_t bytes = 0;
    };
    struct PlannedStep {
        Step step;
        std::vector<Slot> slots;
        int scratch = -1; ///< index of a planned storage; -1: none
    };

    /// A value that is where another one is until a kernel needs it in order.
    struct Moved {
        ValueId source = kNoValue;
        ValueLayout layout; ///< of the source's place
        MovedValue places;
        std::string operators; ///< that move elements, not only give them another shape
        size_t node = 0; ///< the last one
    };

    Result<std::map<size_t, GroupKernel>> lowerChosen() const;
    bool isChosen(const Group& group) const;
    Result<void> addGroup(const Group& group);
    Result<void> addKernel(const Group& group, GroupKernel kernel);
    Result<void> addOperator(size_t node);
    Result<void> addConcat(size_t node);
    /// Notes where the outputs of a node are that only moves elements of its input; false if it is no such node.
    Result<bool> addMoved(size_t node);
    void add(Step step, std::vector<Slot> slots);
    int kernelOf(ir::LoopNest nest);

    /// Place where a value can be read in a layout; adds a transform if the value has another layout.
    Result<Slot> readableSlot(ValueId value, ValueLayout layout);
    /// The same for numbers of a type; adds a conversion if the value is kept in another.
    Result<Slot> readableSlot(ValueId value, ValueLayout layout, ir::DataType number);
    Result<Slot> movedSlot(ValueId value, ValueLayout layout);
    /// Place where a row-major value can be read with its last two axes in the other order.
    Result<Slot> swappedSlot(ValueId value, ir::DataType number);
    Result<void> addTransform(ValueId value, const Slot& from, ValueLayout own, const Slot& to, ValueLayout layout);
    /// Adds a kernel that copies a value into a place, in a layout. False if it is not computed yet, or if the layout's blocks
    /// cut what strides describe.
    Result<bool> copyInto(ValueId value, ValueLayout layout, const Slot& to);
    /// Place of a value that other kernels do not write.
    Slot newSlot(ValueId value);
    /// Place to write a value to.
    Slot writableSlot(ValueId value);
    Slot slotOf(size_t weights) const { return {-1, weights, 0, m_weights.bytesOf(weights)}; }
    void planScratch(const Program& program);
    ValueLayout layoutOf(ValueId value) const { return m_layouts.layouts[static_cast<size_t>(value)]; }
    ir::DataType& keptNumber(ValueId value) { return m_numbers[static_cast<size_t>(value)]; }
    ir::DataType keptNumber(ValueId value) const { return m_numbers[static_cast<size_t>(value)]; }
    int64_t bytesOf(ValueId value) const;
    int64_t elementBytes(ValueId value) const;
    Step stepOf(const Group& group, StepKind kind) const;

    const Graph& m_graph;
    std::vector<Group> m_groups; ///< cut where expressions cannot represent an epilogue
    const std::map<size_t, KernelChoice>& m_choices;
    std::string m_prefix; ///< of symbols
    int m_threads;
    MachineProfile m_machine;
    std::map<size_t, Attention> m_attentions; ///< that one kernel computes, by anchor
    std::vector<bool> m_isInput; ///< by value: true for inputs of the graph
    std::map<size_t, GroupKernel> m_chosen; ///< by anchor; moved out when the group is added
    ValueLayouts m_layouts;
    std::vector<PlannedStep> m_steps;
    std::vector<Lifetime> m_storages;
    std::vector<ir::DataType> m_numbers; ///< by value: as it is kept
    std::map<std::pair<ValueId, int64_t>, Slot> m_slots; ///< by value and block
    std::map<std::pair<ValueId, int64_t>, Slot> m_converted; ///< likewise: float32 numbers kept as bfloat16, or the reverse
    std::map<ValueId, Slot> m_swapped; ///< with the last two axes in the other order
    std::map<ValueId, Moved> m_moved;
    std::map<std::string, int> m_kernels; ///< by a digest of the loop nest: equal ones are compiled once
    WeightBlock m_weights;
};

} // namespace knobscope
