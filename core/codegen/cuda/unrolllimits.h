// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <unordered_map>

namespace knobscope {

/// Loops (Var::id()) to unroll less than the schedule asks, with the maximum number of copies:
/// - 1 if the loop indexes a local buffer larger than the 255 registers of a thread. Unrolling cannot keep it in registers,
/// and takes compilers up to 18 s instead of the typical 0.1 s;
/// - 4 if the loop copies more than 32 elements to shared memory. Their addresses do not change between reduction steps:
/// compilers compute them all before the first step and spill more useful values.
std::unordered_map<const void*, int> unrollLimits(const ir::Stmt& body);

} // namespace knobscope
