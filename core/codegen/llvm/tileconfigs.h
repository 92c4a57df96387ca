// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <llvm/IR/Function.h>

namespace knobscope {

// Internal to this folder.

/// Removes configurations of matrix tiles (ldtilecfg, 300 cycles each) that repeat the one before: those of a loop whose regions
/// all have the same move in front of the outermost such loop, or to the function's entry. Nothing else in the function may
/// configure or release tiles, except at its end.
void shareTileConfigs(llvm::Function& function);

} // namespace knobscope
