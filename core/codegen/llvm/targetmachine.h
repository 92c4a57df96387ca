// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For the .cpp files of this folder only: LLVM's headers stay out of everybody else's.

#include "core/codegen/llvm/target.h"

#include <llvm/MC/TargetRegistry.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>

namespace knobscope {

/// LLVM's description of a target; refuses a triple that it has no code generator for.
Result<std::unique_ptr<llvm::TargetMachine>> makeTargetMachine(const LlvmTarget& target);

} // namespace knobscope
