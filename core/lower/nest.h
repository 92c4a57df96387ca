// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/bounds.h"

namespace knobscope {

/// The loops of all stages: attached stages inside the loop they are attached to, reductions initialised just outside their
/// first reduction loop, guards around the stores that need them, unrolling pragmas applied.
ir::Stmt buildNest(const Schedule& schedule, const BoundProgram& program, bool keepUnitLoops);

} // namespace knobscope
