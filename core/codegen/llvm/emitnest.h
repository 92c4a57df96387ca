// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/codegen/llvm/emitstmt.h"

#include <cstdint>

namespace knobscope {

/// Emits one loop nest for a CPU as LLVM IR. The result needs no optimisation passes (docs/decisions/0004).
class NestEmitter : private StatementEmitter
{
public:
    NestEmitter(llvm::Module& module, const LlvmTarget& target, bool lines)
        : StatementEmitter(module, target, lines)
    {
    }

    /// Defines the kernel function and everything it needs; fills in symbol, arguments and workspace sizes.
    Result<CompiledKernel> emit(const ir::LoopNest& nest);

private:
    using StatementEmitter::emit;
    void emitParallel(const ir::For& loop) override;
    llvm::Function* emitParallelEntry(llvm::Function* body, llvm::StructType* closure, size_t captured);
    void emitEntry(llvm::Function* body, const std::string& symbol);
    void emitKernel(const std::string& name, const std::string& symbol, const ir::Stmt& body);
    void emitPrepare(const std::string& name, const ir::LoopNest& nest, CompiledKernel& kernel);

    int m_parallelCount = 0;
    llvm::GlobalVariable* m_sharedSize = nullptr;
    llvm::GlobalVariable* m_threadSize = nullptr;
};

} // namespace knobscope
