// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/codetext.h"
#include "core/codegen/kernel.h"
#include "core/codegen/llvm/target.h"
#include "core/ir/loopnest.h"

#include <string_view>

namespace knobscope {

/// Compiles a loop nest to a relocatable object: IR as it is emitted, code generation at -O2, no optimisation passes (they
/// cost 4 to 15 ms and bring no speed: docs/decisions/0004). Refuses GPU schedules. Callable from several threads at once.
Result<CompiledKernel> compileLoopNest(const ir::LoopNest& nest, const LlvmTarget& target);

/// What compiles: "LLVM 19.1.7", of the library that is loaded.
std::string codeGeneratorName();

/// The LLVM IR of a loop nest.
Result<CodeText> llvmText(const ir::LoopNest& nest, const LlvmTarget& target);
/// Its assembly, in the target's own syntax, without directives.
Result<CodeText> assemblyText(const ir::LoopNest& nest, const LlvmTarget& target);

/// Compiles LLVM IR given as text; `symbol` must be a KernelFunction in it. For tests that need kernels no schedule makes.
Result<CompiledKernel> compileIrText(std::string_view ir, const std::string& symbol, const LlvmTarget& target,
                                     std::vector<KernelArgument> arguments = {});

} // namespace knobscope
