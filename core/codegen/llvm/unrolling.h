// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>

namespace knobscope {

/// Prepares a nest for emission: every Unrolled loop may be copied and every Vectorized loop has at most `lanes(type)` *
/// maxChunks iterations. Loops that would make more than `maxInstances` copies of a store become serial (vectorized ones:
/// serial over vectors), with a note.
ir::LoopNest boundUnrolling(const ir::LoopNest& nest, int vectorBits, int64_t maxInstances);

/// Lanes of one native vector of this type; at least 1.
int nativeLanes(ir::DataType type, int vectorBits);

/// Whether no element of `e` exceeds 0, as its form shows: the smaller one of something and a number.
bool isNeverPositive(const ir::Expr& e);

/// Lanes of a vector for the widest element type stored in `body`; at least 1. Of several native vectors where `body` has
/// functions of many dependent instructions, so that those of one vector run while those of another wait.
int lanesOf(const ir::Stmt& body, int vectorBits);

/// Number of copies of its stores that a statement expands to.
int64_t storeInstances(const ir::Stmt& s, int vectorBits);

} // namespace knobscope
