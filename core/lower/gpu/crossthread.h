// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <optional>

namespace knobscope {

/// `initial` (the store of the reduction's identity) and `loop` (over threads; its body adds to the same element) as one
/// statement: each thread writes its value to shared memory, which is folded in halves; thread 0 stores the result. The loop's
/// variable is left for the caller to replace. nullopt when the two do not have that form. Barriers are not in it yet.
std::optional<ir::Stmt> crossThreadReduction(const ir::Stmt& initial, const ir::For& loop, const ir::Var& thread);

} // namespace knobscope
