// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For the .cpp files of this folder only.

#include "core/codegen/llvm/target.h"

#include <llvm/IR/Module.h>
#include <llvm/Support/CodeGen.h>

#include <memory>

namespace knobscope {

/// A module of its own context, so that threads do not share any.
struct LlvmUnit {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
    std::string firstError; ///< of LLVM's passes, a line
    int errors = 0;

    LlvmUnit();
    /// Whether the module is valid IR; a failure is this program's mistake.
    Result<void> verify() const;
};

/// Runs the code generator over the unit's module.
Result<llvm::SmallVector<char, 0>> generateCode(LlvmUnit& unit, const LlvmTarget& target, llvm::CodeGenFileType type);

} // namespace knobscope
