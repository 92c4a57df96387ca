// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder: no other folder includes LLVM's headers.

#include "core/codegen/llvm/target.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace knobscope {

/// Creates LLVM's description of a target; fails for a triple without a code generator.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const LlvmTarget& target);

} // namespace knobscope
