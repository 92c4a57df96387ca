// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <set>

namespace knobscope {

/// Variables (Var::id()) that index a local buffer of more than the 255 registers a thread has. Unrolling their loops cannot keep
/// it in registers, and takes compilers up to 18 s where 0.1 s is usual: those loops stay loops, whatever the knobs say.
std::set<const void*> loopsOfSpilledTiles(const ir::Stmt& body);

/// Variables that index any local buffer: only unrolled is it a set of registers.
std::set<const void*> loopsOfTiles(const ir::Stmt& body);

} // namespace knobscope
