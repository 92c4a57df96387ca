// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/dotinstructions.h"
#include "core/codegen/llvm/emitexpr.h"
#include "core/codegen/llvm/matrixtiles.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

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
    const DotProducts& dots();
    bool isShortSumOfDots(const ir::For& loop);
    bool emitDot(const ir::For& loop);
    llvm::Value* loadPacked(const ir::Load& factor, const ir::For& loop);

    // Products of matrix tiles.
    /// The region being emitted, and what its registers hold.
    struct TileState {
        /// Where a sum is in memory.
        struct Sum {
            llvm::Value* pointer = nullptr;
            int64_t rowBytes = 0;
        };
        /// Place of a loaded factor: base, offset in elements, bytes from row to row.
        using Factor = std::tuple<llvm::Value*, int64_t, int64_t>;
        TileRegion region;
        std::optional<TileCopy> copy; ///< where the sums go instead of their buffer
        std::map<int, Sum> sums; ///< by register
        std::array<std::optional<Factor>, 2> a, b; ///< in registers 4 and 5, 6 and 7
        size_t oldestA = 0, oldestB = 0;
    };
    /// At the edges of blocks that may run several times or not at all.
    void forgetTileFactors()
    {
        if (m_tileState) {
            m_tileState->a = m_tileState->b = {};
        }
    }
    void startTiles(const ir::LoopNest& nest);
    bool usesTiles(const ir::Stmt& s) const { return !m_tileShapes.empty() && hasOwnTiles(s); }
    void configureTiles(const TileRegion& region);
    void configureTilesAtEntry();
    void releaseTiles();
    size_t emitTileRegion(std::span<const ir::Stmt> statements, const ir::BufferNode* ownBuffer);
    TileState::Sum placeOfSum(const TileNest& nest, int tile);
    void clearRest(const TileNest& nest, const TileState::Sum& place, const TileShape& held);
    void bindFirstElement(const ir::For& loop);
    void emitTile(const ir::For& loop);
    int loadFactor(const TileNest& nest, const ir::Load& factor, bool isFirst);
    KnownValue knownConstants() const;

    std::vector<TileShape> m_tileShapes; ///< of all products; empty if the target has no instruction for them
    std::optional<TileState> m_tileState;
    /// The innermost buffer allocated around the statement being emitted, and the only statement that uses it.
    std::pair<const ir::BufferNode*, const ir::Block*> m_innermostBuffer{nullptr, nullptr};
    bool m_hasTiles = false; ///< whether such an instruction was emitted

    int64_t m_maxTileVectors;
    std::optional<DotProducts> m_dots; ///< of the target, created on first use
};

} // namespace knobscope
