// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/simplify.h"
#include "core/ir/visit.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <unordered_map>

namespace knobscope {

/// How much of a stage is computed at its place, and what its axes are in terms of its loops.
struct StageBounds {
    const StageData* stage = nullptr;
    std::vector<ir::Expr> min;       ///< first computed index of each dimension, in terms of the loops around the stage
    std::vector<int64_t> extent;     ///< how many from there
    std::unordered_map<const void*, int64_t> extents; ///< of every axis, root or derived, by Var::id()
    ir::Substitution local;          ///< root axis -> value relative to min, in terms of the leaves
    std::vector<ir::Expr> absolute;  ///< min + local, for each dimension
    std::vector<ir::Expr> guards;    ///< spatial: hold where an element is inside; empty when all are
    std::vector<ir::Expr> storageGuards; ///< the part of them that keeps writes inside the stage's own buffer
    std::vector<ir::Expr> reduceGuards;
    ir::Buffer buffer;

    /// Of every axis, root or derived: root axes absolute, the others as in `local`.
    ir::Substitution values() const;
};

/// What a kernel takes: inputs in definition order, then outputs.
struct KernelParameters {
    std::vector<ir::Buffer> buffers;
    size_t inputs = 0; ///< how many of them
};

/// All stages of one kernel with their bounds.
struct BoundProgram {
    std::vector<StageData> stages;   ///< producers first; stable addresses, StageBounds point here
    std::vector<StageBounds> bounds; ///< parallel to stages
    ir::Ranges ranges;               ///< of every loop variable

    const StageBounds* find(const ir::TensorNode* tensor) const;
    /// Refuses a schedule one of whose inputs nothing reads.
    Result<KernelParameters> parametersOf(const Schedule& schedule) const;
};

/// What a stage that is computed inside a loop bound to GPU threads is computed for.
enum class ThreadRule : uint8_t {
    Each, ///< one iteration, as of any other loop
    /// TVM's rule (NeedRelax in bound.cc): a stage of scope Shared for all threads and virtual threads of a block together,
    /// since they share its buffer; one of scope Local for each thread.
    Together
};

/// Bound inference: consumers first, a stage that is computed inside a consumer's loop gets just the region that the
/// consumer reads in one iteration of it.
Result<BoundProgram> inferBounds(const Schedule& schedule, std::vector<StageData> stages, bool keepUnitLoops,
                                 ThreadRule rule = ThreadRule::Each);

} // namespace knobscope
