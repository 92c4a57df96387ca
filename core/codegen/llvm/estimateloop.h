// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/target.h"
#include "core/codegen/loopestimate.h"

#include <span>

namespace knobscope {

/// Simulates iterations of a loop with llvm-mca. `lines` is its body as assemblyText() prints it, labels included. Fails for a
/// CPU without a scheduling model and for assembly that LLVM cannot read back. Takes some milliseconds. In workers and tests
/// only, as all code generation.
Result<LoopEstimate> estimateLoop(std::span<const std::string> lines, const LlvmTarget& target);

} // namespace knobscope
