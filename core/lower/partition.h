// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/simplify.h"

namespace knobscope {

/// Takes guards out of inner loops: a condition that does not depend on a loop moves outside it; a loop over which a
/// condition changes once or twice is cut there, so that the long middle part has no condition left; a condition that
/// mixes outer and inner variables is tested once, outside, for the whole inner nest. Computes the same values.
ir::Stmt partitionLoops(const ir::Stmt& body, ir::Ranges ranges);

} // namespace knobscope
