// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/bounds.h"

#include <cstdint>

namespace knobscope {

/// Fills in `body`, `prepare` and `prepared` with the loops of all stages: attached stages inside their attach loop, reductions
/// initialised just outside their first reduction loop, guards around the stores that need them, unrolling pragmas applied.
void buildNest(const BoundProgram& program, bool keepUnitLoops, ir::LoopNest& nest);

/// Pragmas auto_unroll_max_step and unroll_explicit of a loop.
struct UnrollPragma {
    int64_t maxSteps = 0;
    bool explicitly = true;
};
/// Keyed by Var::id() of a loop.
using UnrollPragmas = std::unordered_map<const void*, UnrollPragma>;

/// The loops of one stage that is computed at the root and of everything attached to it, including bound loops and loops of one
/// iteration. Collects `pragmas` for the caller, which changes loops before applying them.
ir::Stmt buildStageNest(const BoundProgram& program, const StageBounds& root, UnrollPragmas& pragmas);

} // namespace knobscope
