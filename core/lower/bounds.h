// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/simplify.h"
#include "core/ir/visit.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <unordered_map>

namespace knobscope {

/// The computed region of a stage, and its axes in terms of its loops.
struct StageBounds {
    const StageData* stage = nullptr;
    std::vector<ir::Expr> min;       ///< first computed index of each dimension, in terms of the loops around the stage
    std::vector<int64_t> extent;     ///< number of computed indices of each dimension
    std::unordered_map<const void*, int64_t> extents; ///< of every axis, root or derived, by Var::id()
    ir::Substitution local;          ///< root axis -> value relative to min, in terms of the leaves
    std::vector<ir::Expr> absolute;  ///< min + local, for each dimension
    std::vector<ir::Expr> guards;    ///< spatial: true if an element is inside; empty if all are
    std::vector<ir::Expr> storageGuards; ///< the subset that keeps writes inside the stage's own buffer
    std::vector<ir::Expr> reduceGuards;
    ir::Buffer buffer;

    /// Values of every axis, root or derived: root axes absolute, the others as in `local`.
    ir::Substitution values() const;
};

/// A kernel's parameters: inputs in definition order, then outputs.
struct KernelParameters {
    std::vector<ir::Buffer> buffers;
    size_t inputs = 0; ///< number of inputs
};

/// All stages of one kernel with their bounds.
struct BoundProgram {
    std::vector<StageData> stages;   ///< producers first; stable addresses, StageBounds point here
    std::vector<StageBounds> bounds; ///< parallel to stages
    ir::Ranges ranges;               ///< of every loop variable

    const StageBounds* find(const ir::TensorNode* tensor) const;
    /// Fails if no stage reads one of the schedule's inputs.
    Result<KernelParameters> parametersOf(const Schedule& schedule) const;
};

/// The region to compute for a stage inside a loop bound to GPU threads.
enum class ThreadRule : uint8_t {
    Each, ///< for one iteration, as in any other loop
    /// TVM's rule (NeedRelax in bound.cc): a stage of scope Shared is computed for all threads and virtual threads of a block
    /// together, since they share its buffer; one of scope Local for each thread.
    Together
};

/// Bound inference, consumers first: a stage that is computed inside a consumer's loop gets only the region that the consumer
/// reads in one iteration of it.
Result<BoundProgram> inferBounds(const Schedule& schedule, std::vector<StageData> stages, bool keepUnitLoops,
                                 ThreadRule rule = ThreadRule::Each);

} // namespace knobscope
