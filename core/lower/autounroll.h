// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>

namespace knobscope {

/// The field's auto_unroll_max_step (TVM, UnrollLoop): innermost serial loops are unrolled from the inside out as long as the
/// stores they then make stay within `maxSteps`. With `explicitly` the loop is unrolled by us, else it keeps a hint for the
/// device compiler.
ir::Stmt autoUnroll(const ir::Stmt& body, int64_t maxSteps, bool explicitly);

} // namespace knobscope
