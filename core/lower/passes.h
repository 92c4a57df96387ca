// SPDX-License-Identifier: GPL-3.0-or-later
// Lowering passes on stages and statements, other than bounds and loops.
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/simplify.h"
#include "core/schedule/schedule.h"

#include <cstdint>

namespace knobscope {

/// The stages that get their own loops, producers first; bodies of inlined stages are substituted into their readers.
std::vector<StageData> inlineStages(const Schedule& schedule);

/// The pragma auto_unroll_max_step (TVM, UnrollLoop): unrolls innermost serial loops from the inside out as long as the
/// resulting number of stores stays within `maxSteps`. With `explicitly` the loop is unrolled here, else it gets a hint for the
/// device compiler.
ir::Stmt autoUnroll(const ir::Stmt& body, int64_t maxSteps, bool explicitly);

/// Turns conditions of values into conditions of statements, so that padding conditions are partitioned like guards:
/// `x = select(c, a, b)` becomes `if c: x = a else: x = b`, and a sum to which padding adds nothing,
/// `x = x + select(c, a, 0) * w`, becomes `if c: x = x + a * w` (if w is infinite or NaN, this leaves x unchanged, whereas
/// adding 0 * w would not).
ir::Stmt lowerSelects(const ir::Stmt& s);

/// Shortens unrolled loops that fill a local buffer beyond the elements that are read: the last tile of a part that tiles do not
/// divide. `ranges` receives the extents of all loops.
ir::Stmt trimTiles(const ir::Stmt& s, ir::Ranges& ranges);

/// Moves guards out of inner loops: a condition that does not depend on a loop moves outside it; a loop over which a condition
/// changes once or twice is cut there, so that the long middle part has no condition left; a condition on both outer and inner
/// variables is tested once, outside, for the whole inner nest, unless it merely guards a long nest. Computes the same values.
ir::Stmt partitionLoops(const ir::Stmt& body, ir::Ranges ranges);

} // namespace knobscope
