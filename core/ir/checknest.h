// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/ir/loopnest.h"

namespace knobscope::ir {

/// Fails for a loop variable used outside its loop, a buffer that is neither a parameter nor allocated by an enclosing statement,
/// a value used outside its Let, or an expression of tensors. No code can be generated for these; the error names the culprit.
Result<void> checkDeclared(const LoopNest& nest);

} // namespace knobscope::ir
