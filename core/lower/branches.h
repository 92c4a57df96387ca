// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

namespace knobscope {

/// Conditions of values as conditions of statements, so that what padding asks is cut like guards: `x = select(c, a, b)` becomes
/// `if c: x = a else: x = b`, and a sum to which a padded place adds nothing, `x = x + select(c, a, 0) * w`, becomes
/// `if c: x = x + a * w` (where w is infinite or no number, this x stays as it is; adding zero times it would not).
ir::Stmt selectsToBranches(const ir::Stmt& s);

} // namespace knobscope
