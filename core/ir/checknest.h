// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/result/result.h"

namespace knobscope::ir {

/// Refuses a nest that uses a loop variable outside its loop, a buffer that is neither a parameter nor allocated around, or a
/// value outside the Let that binds it, and one that holds an expression of tensors: no code can be made of it. Names what it is.
Result<void> checkDeclared(const LoopNest& nest);

} // namespace knobscope::ir
