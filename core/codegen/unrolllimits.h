// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <set>
#include <unordered_map>

namespace knobscope {

/// Loops (Var::id()) that are unrolled less than the schedule asks, and the most copies of each:
/// - 1 where it indexes a local buffer of more than the 255 registers of a thread. Unrolling cannot keep it in registers, and
///   takes compilers up to 18 s where 0.1 s is usual;
/// - 4 where it copies more than 32 elements to shared memory. Their addresses do not change from one reduction step to the next:
///   compilers compute them all before the first, and spill what is worth keeping.
std::unordered_map<const void*, int> unrollLimits(const ir::Stmt& body);

/// Variables that index any local buffer: only unrolled is it a set of registers.
std::set<const void*> loopsOfTiles(const ir::Stmt& body);

} // namespace knobscope
