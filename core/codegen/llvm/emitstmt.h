// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/dotinstructions.h"
#include "core/codegen/llvm/emitexpr.h"

#include <cstdint>

namespace knobscope {

/// Emits statements: unrolls and vectorizes loops by kind, keeps small local buffers as vector values carried in phis.
class StatementEmitter : protected ExpressionEmitter
{
protected:
    StatementEmitter(llvm::Module& module, const LlvmTarget& target, bool lines)
        : ExpressionEmitter(module, target, lines)
        , m_maxTileVectors(int64_t{2} * vectorRegisters(target))
    {
    }
    virtual ~StatementEmitter() = default;

    /// Emits a loop whose iterations are distributed over threads.
    virtual void emitParallel(const ir::For& loop) { emitSerial(loop); }

    void emit(const ir::Stmt& s);
    void emitBlock(const ir::Block& block);
    void emitLoop(const ir::For& loop);
    void emitUnrolled(const ir::For& loop);
    void emitVectorized(const ir::For& loop);
    void emitSerial(const ir::For& loop);
    void emitRuntimeLoop(const ir::For& loop, llvm::Value* begin, llvm::Value* end);
    void emitBranch(const ir::IfThen& branch);
    void emitStore(const ir::Stmt& s, const ir::Store& store);
    void writeValue(const ir::Stmt& s, const ir::Store& store, llvm::Value* v);
    void emitAllocate(const ir::Allocate& allocate);
    void emitPrefetch(const ir::Stmt& s, const ir::Prefetch& prefetch);
    void emitSchedulingBarrier();
    std::vector<const ir::BufferNode*> tilesStoredIn(const ir::Stmt& s) const;

    // Dot products of vectors' elements.
    bool emitDot(const ir::For& loop);
    llvm::Value* loadPacked(const ir::Load& factor, const ir::For& loop);

    int64_t m_maxTileVectors;
    std::optional<DotProducts> m_dots; ///< of the target, created on first use
};

} // namespace knobscope
