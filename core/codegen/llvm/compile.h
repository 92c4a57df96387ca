// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/kernel.h"
#include "core/codegen/llvm/target.h"
#include "core/ir/loopnest.h"

#include <string_view>

namespace knobscope {

/// Compiles a loop nest to a relocatable object: IR as emitted, code generation at -O2, no optimisation passes (they cost 4 to
/// 15 ms and bring no speed: docs/decisions/0004). Fails for GPU schedules. Thread-safe.
Result<CompiledKernel> compileLoopNest(const ir::LoopNest& nest, const LlvmTarget& target);

/// Name and version of the loaded compiler library: "LLVM 19.1.7".
std::string codeGeneratorName();

/// The LLVM IR of a loop nest.
Result<CodeText> llvmText(const ir::LoopNest& nest, const LlvmTarget& target);
/// The assembly of a loop nest, in the target's syntax, without directives.
Result<CodeText> assemblyText(const ir::LoopNest& nest, const LlvmTarget& target);

/// Compiles LLVM IR given as text; it must define `symbol` as a KernelFunction. For tests with kernels that no schedule makes.
Result<CompiledKernel> compileIrText(std::string_view ir, const std::string& symbol, const LlvmTarget& target,
                                     std::vector<KernelArgument> arguments = {});

} // namespace knobscope
