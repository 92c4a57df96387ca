// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/memoryplan.h"
#include "core/runtime/program.h"
#include "core/runtime/valueplaces.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace knobscope {

/// Puts the steps of a program together: what each calls, and which memory it needs for how long. Kernels stay loop nests.
class Assembly
{
public:
    /// `threads` lower kernels and pack weights.
    Assembly(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, KernelChoice>& choices,
             std::string prefix, int threads);

    /// Everything but `kernels` and the arena's plan; each kernel that the steps name is in `nests`.
    Result<void> run();

    std::vector<ir::LoopNest> nests; ///< each named after what it does, whatever else is in the network
    /// Fills in the places, by the plan, and takes the steps along. What scratch memory they need its kernels say.
    void finish(Program& program);

private:
    /// A part of the memory that is planned, or of the weights.
    struct Slot {
        int storage = -1; ///< -1: the weights
        int packing = -1; ///< of the weights: which; their offsets come last
        int64_t offset = 0;
        int64_t bytes = 0;
    };
    struct PlannedStep {
        Step step;
        std::vector<Slot> slots;
        int scratch = -1; ///< of the memory that is planned; -1: none
    };

    /// A constant that is to be copied into the weights, or what a kernel makes of some: a part of them without a value.
    struct Packing {
        ValueId value = kNoValue;
        Shape extents;
        bool isTransposed = false;
        bool isRun = false; ///< a run reads it, not preparing alone
        int64_t bytes = 0;
        int64_t offset = 0;
    };

    Result<std::map<size_t, GroupKernel>> lowerChosen() const;
    bool isChosen(const Group& group) const;
    Result<void> addGroup(const Group& group);
    Result<void> addKernel(const Group& group, GroupKernel kernel);
    Result<void> addOperator(size_t node);
    Result<void> addConcat(size_t node);
    void add(Step step, std::vector<Slot> slots);
    int kernelOf(ir::LoopNest nest);

    /// Where a value can be read in a layout; transformed before where it lies otherwise.
    Result<Slot> wanted(ValueId value, ValueLayout layout);
    /// Where it is to be written.
    Slot made(ValueId value);
    Slot weightsOf(ValueId value, const Shape& extents, bool isTransposed, bool isRun);
    /// For what the step's kernel makes of weights.
    Slot preparedOf(const ir::BufferNode& buffer);
    void placeWeights();
    void planScratch(const Program& program);
    ValueLayout layoutOf(ValueId value) const { return m_layouts.of[static_cast<size_t>(value)]; }
    void pack(const Packing& packing);
    int64_t bytesOf(ValueId value) const;
    Step stepOf(const Group& group, StepKind kind) const;

    const Graph& m_graph;
    std::vector<Group> m_groups; ///< cut where expressions cannot say an epilogue
    const std::map<size_t, KernelChoice>& m_choices;
    std::string m_prefix; ///< of symbols
    int m_threads;
    std::vector<bool> m_isInput; ///< by value: of the graph
    std::map<size_t, GroupKernel> m_chosen; ///< by anchor; taken when its group is added
    ValueLayouts m_layouts;
    std::vector<PlannedStep> m_steps;
    std::vector<Lifetime> m_storages;
    std::map<std::pair<ValueId, int64_t>, Slot> m_slots; ///< by value and block
    std::map<std::tuple<ValueId, Shape, bool>, int>
        m_packed; ///< positions in m_packings; extents, and whether rows became columns
    std::map<std::string, int> m_kernels; ///< by a digest of what they do: equal ones are compiled once
    int64_t m_runWeightBytes = 0;
    int64_t m_preparedBytes = 0;
    ZeroedBytes m_weights; ///< once all packings are known
    std::vector<Packing> m_packings;
};

} // namespace knobscope
