// SPDX-License-Identifier: GPL-3.0-or-later
// What lowering does to stages and statements besides bounds and loops.
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/simplify.h"
#include "core/schedule/schedule.h"

#include <cstdint>

namespace knobscope {

/// The stages that get loops of their own, producers first; bodies of inlined stages are substituted into their readers.
std::vector<StageData> inlineStages(const Schedule& schedule);

/// The field's auto_unroll_max_step (TVM, UnrollLoop): innermost serial loops are unrolled from the inside out as long as the
/// stores they then make stay within `maxSteps`. With `explicitly` the loop is unrolled by us, else it keeps a hint for the
/// device compiler.
ir::Stmt autoUnroll(const ir::Stmt& body, int64_t maxSteps, bool explicitly);

/// Conditions of values as conditions of statements, so that what padding asks is cut like guards: `x = select(c, a, b)` becomes
/// `if c: x = a else: x = b`, and a sum to which a padded place adds nothing, `x = x + select(c, a, 0) * w`, becomes
/// `if c: x = x + a * w` (where w is infinite or no number, this x stays as it is; adding zero times it would not).
ir::Stmt selectsToBranches(const ir::Stmt& s);

/// Takes guards out of inner loops: a condition that does not depend on a loop moves outside it; a loop over which a
/// condition changes once or twice is cut there, so that the long middle part has no condition left; a condition that
/// mixes outer and inner variables is tested once, outside, for the whole inner nest, unless a long nest merely waits for it.
/// Computes the same values.
ir::Stmt partitionLoops(const ir::Stmt& body, ir::Ranges ranges);

} // namespace knobscope
