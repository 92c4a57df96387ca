// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/codegen/llvm/target.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>

#include <memory>

namespace knobscope {

/// A module with its own context, so that threads share none.
struct LlvmUnit {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
    std::string firstError; ///< first error of LLVM's passes, one line
    int errors = 0;

    LlvmUnit();
    /// Checks that the module is valid IR; a failure is a bug of this program.
    Result<void> verify() const;
};

/// Runs the code generator over the unit's module.
Result<llvm::SmallVector<char, 0>> generateCode(LlvmUnit& unit, const LlvmTarget& target, llvm::CodeGenFileType type);

} // namespace knobscope
