// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitstmt.h"

#include "core/codegen/llvm/reductionsteps.h"
#include "core/codegen/llvm/unrolling.h"
#include "core/ir/matrixtile.h"
#include "core/ir/visit.h"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>

namespace knobscope {

using ir::ForKind;
using ir::Stmt;

namespace {

constexpr int64_t kMinStoresForBarrier = 8; // loops with fewer stores per iteration are short enough to share their loads

} // namespace

void StatementEmitter::emit(const Stmt& s)
{
    if (s.isNull()) {
        return;
    }
    markLine(s.id());
    if (const auto* n = s.as<ir::For>()) {
        emitLoop(*n);
    } else if (const auto* n = s.as<ir::Block>()) {
        emitBlock(*n);
    } else if (const auto* n = s.as<ir::IfThen>()) {
        emitBranch(*n);
    } else if (const auto* n = s.as<ir::Store>()) {
        emitStore(s, *n);
    } else if (const auto* n = s.as<ir::Allocate>()) {
        emitAllocate(*n);
    } else if (const auto* n = s.as<ir::Prefetch>()) {
        emitPrefetch(s, *n);
    }
}

/// Adjacent statements that accumulate into one tile are steps of a reduction that was split at the image border.
void StatementEmitter::emitBlock(const ir::Block& block)
{
    const ir::BufferNode* before = nullptr;
    for (size_t i = 0; i < block.statements.size(); ++i) {
        const ir::BufferNode* own = i == 0 && m_innermostBuffer.second == &block ? m_innermostBuffer.first : nullptr;
        if (const size_t tiles = emitTileRegion(std::span(block.statements).subspan(i), own); tiles > 0) {
            before = nullptr;
            i += tiles - 1;
            continue;
        }
        const Stmt& child = block.statements[i];
        const bool isLong = storeInstances(child, m_vectorBits) >= kMinStoresForBarrier;
        const ir::BufferNode* sums = isLong ? addedTo(child) : nullptr;
        if (sums && sums == before) {
            emitSchedulingBarrier();
        }
        before = sums;
        emit(child);
    }
}

void StatementEmitter::emitLoop(const ir::For& loop)
{
    m_ranges.setExtent(loop.var, loop.extent);
    if (loop.extent == 1) {
        m_env[loop.var.id()] = Binding{};
        emit(loop.body);
        return;
    }
    switch (loop.kind) {
    case ForKind::Unrolled: emitUnrolled(loop); break;
    case ForKind::Vectorized: emitVectorized(loop); break;
    case ForKind::Parallel: emitParallel(loop); break;
    case ForKind::Tensorized:
        if (loop.threadTag == ir::kTileOperation) {
            emitTile(loop);
        } else if (!emitDot(loop)) {
            emitUnrolled(loop);
        }
        break;
    default:
        if (isShortSumOfDots(loop)) {
            emitUnrolled(loop);
        } else {
            emitSerial(loop);
        }
        break;
    }
}

void StatementEmitter::emitUnrolled(const ir::For& loop)
{
    const bool separate = isReductionLoop(loop) && storeInstances(loop.body, m_vectorBits) >= kMinStoresForBarrier;
    for (int64_t i = 0; i < loop.extent; ++i) {
        m_env[loop.var.id()] = Binding{Binding::Kind::Constant, i, 1, nullptr, 0};
        if (separate && i > 0) {
            emitSchedulingBarrier();
        }
        emit(loop.body);
    }
}

/// Keeps LLVM from merging the loads of adjacent reduction steps. Merged loads occupy registers that the tile needs (measured:
/// half the speed); separate ones fold into their multiply-adds. The barrier emits no instruction.
void StatementEmitter::emitSchedulingBarrier()
{
    auto* type = llvm::FunctionType::get(m_builder.getVoidTy(), false);
    m_builder.CreateCall(llvm::InlineAsm::get(type, "", "~{memory}", true));
    m_function.scopes.back().loads.clear();
}

void StatementEmitter::emitVectorized(const ir::For& loop)
{
    if (m_laneVar || !hasUniformBranches(loop)) {
        emitUnrolled(loop);
        return;
    }
    for (const Chunk& chunk : chunksOf(loop.extent, lanesOf(loop.body, m_vectorBits))) {
        if (chunk.lanes == 1) {
            m_env[loop.var.id()] = Binding{Binding::Kind::Constant, chunk.begin, 1, nullptr, 0};
            emit(loop.body);
            continue;
        }
        m_env[loop.var.id()] = Binding{Binding::Kind::Lanes, chunk.begin, chunk.lanes, nullptr, 0};
        m_laneVar = loop.var.id();
        m_lanes = chunk.lanes;
        emit(loop.body);
        m_laneVar = nullptr;
        m_lanes = 1;
    }
}

void StatementEmitter::emitSerial(const ir::For& loop)
{
    emitRuntimeLoop(loop, m_builder.getInt64(0), m_builder.getInt64(static_cast<uint64_t>(loop.extent)));
}

std::vector<const ir::BufferNode*> StatementEmitter::tilesStoredIn(const Stmt& s) const
{
    std::vector<const ir::BufferNode*> stored;
    ir::forEachStmt(s, [&](const Stmt& part) {
        const auto* store = part.as<ir::Store>();
        const ir::BufferNode* written = store ? store->buffer.get() : nullptr;
        if (written && m_tiles.contains(written) && std::find(stored.begin(), stored.end(), written) == stored.end()) {
            stored.push_back(written);
        }
    });
    return stored;
}

/// do { body } while (++i < end): every loop runs at least once. Phis carry the tiles stored in it.
void StatementEmitter::emitRuntimeLoop(const ir::For& loop, llvm::Value* begin, llvm::Value* end)
{
    llvm::BasicBlock* before = m_builder.GetInsertBlock();
    auto* body = llvm::BasicBlock::Create(m_context, loop.var.name(), m_function.function);
    m_function.scopes.back().exit = m_builder.CreateBr(body);
    m_builder.SetInsertPoint(body);
    llvm::PHINode* counter = m_builder.CreatePHI(m_builder.getInt64Ty(), 2, loop.var.name());
    counter->addIncoming(begin, before);

    std::vector<std::pair<const ir::BufferNode*, std::vector<llvm::Value*>>> carried;
    for (const ir::BufferNode* buffer : tilesStoredIn(loop.body)) {
        RegisterTile& tile = m_tiles.at(buffer);
        std::vector<llvm::Value*> phis;
        for (llvm::Value* v : tile.values()) {
            llvm::PHINode* phi = m_builder.CreatePHI(v->getType(), 2);
            phi->addIncoming(v, before);
            phis.push_back(phi);
        }
        tile.setValues(phis);
        carried.emplace_back(buffer, std::move(phis));
    }
    m_function.scopes.emplace_back();
    m_env[loop.var.id()] = Binding{Binding::Kind::Runtime, 0, 1, counter, m_function.scopes.size() - 1};
    forgetTileFactors();
    emit(loop.body);
    forgetTileFactors();
    m_function.scopes.pop_back();
    m_function.scopes.back().exit = nullptr;
    m_env.erase(loop.var.id());

    llvm::BasicBlock* latch = m_builder.GetInsertBlock();
    llvm::Value* next = m_builder.CreateNUWAdd(counter, m_builder.getInt64(1));
    counter->addIncoming(next, latch);
    for (const auto& [buffer, phis] : carried) {
        const std::vector<llvm::Value*> last = m_tiles.at(buffer).values();
        for (size_t i = 0; i < phis.size(); ++i) {
            llvm::cast<llvm::PHINode>(phis[i])->addIncoming(last[i], latch);
        }
    }
    auto* after = llvm::BasicBlock::Create(m_context, loop.var.name() + ".end", m_function.function);
    m_builder.CreateCondBr(m_builder.CreateICmpULT(next, end), body, after);
    m_builder.SetInsertPoint(after);
}

void StatementEmitter::emitBranch(const ir::IfThen& branch)
{
    llvm::Value* condition = value(branch.condition);
    if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(condition)) {
        emit(known->isZero() ? branch.elseBody : branch.then);
        return;
    }
    auto* thenBlock = llvm::BasicBlock::Create(m_context, "then", m_function.function);
    auto* elseBlock = llvm::BasicBlock::Create(m_context, "else", m_function.function);
    auto* join = llvm::BasicBlock::Create(m_context, "join", m_function.function);
    const auto stored = tilesStoredIn(ir::block({branch.then, branch.elseBody}));
    const auto valuesNow = [&] {
        std::vector<std::vector<llvm::Value*>> values;
        for (const ir::BufferNode* buffer : stored) {
            values.push_back(m_tiles.at(buffer).values());
        }
        return values;
    };
    const auto before = valuesNow();
    m_function.scopes.back().exit = m_builder.CreateCondBr(condition, thenBlock, elseBlock);
    const auto side = [&](llvm::BasicBlock* block, const Stmt& s) {
        m_builder.SetInsertPoint(block);
        m_function.scopes.emplace_back();
        for (size_t i = 0; i < stored.size(); ++i) {
            m_tiles.at(stored[i]).setValues(before[i]);
        }
        forgetTileFactors();
        emit(s);
        forgetTileFactors();
        m_function.scopes.pop_back();
        llvm::BasicBlock* end = m_builder.GetInsertBlock();
        m_builder.CreateBr(join);
        return std::pair(end, valuesNow());
    };
    const auto [thenEnd, fromThen] = side(thenBlock, branch.then);
    const auto [elseEnd, fromElse] = side(elseBlock, branch.elseBody);
    m_function.scopes.back().exit = nullptr;
    m_builder.SetInsertPoint(join);
    for (size_t i = 0; i < stored.size(); ++i) {
        std::vector<llvm::Value*> merged;
        for (size_t j = 0; j < fromThen[i].size(); ++j) {
            if (fromThen[i][j] == fromElse[i][j]) {
                merged.push_back(fromThen[i][j]);
                continue;
            }
            llvm::PHINode* phi = m_builder.CreatePHI(fromThen[i][j]->getType(), 2);
            phi->addIncoming(fromThen[i][j], thenEnd);
            phi->addIncoming(fromElse[i][j], elseEnd);
            merged.push_back(phi);
        }
        m_tiles.at(stored[i]).setValues(merged);
    }
}

void StatementEmitter::emitStore(const Stmt& s, const ir::Store& store)
{
    const AccessIndex& index = indexOf(s.id(), *store.buffer, store.indices);
    if (m_laneVar && (hasLanesElsewhere(index) || index.coefficientOf(m_laneVar) != 1)) {
        perLane([&](int) { emitStore(s, store); });
        return;
    }
    writeValue(s, store, value(store.value));
}

void StatementEmitter::writeValue(const Stmt& s, const ir::Store& store, llvm::Value* v)
{
    const AccessIndex& index = indexOf(s.id(), *store.buffer, store.indices);
    if (m_laneVar && !v->getType()->isVectorTy()) {
        v = m_builder.CreateVectorSplat(static_cast<unsigned>(m_lanes), v);
    }
    if (const auto tile = m_tiles.find(store.buffer.get()); tile != m_tiles.end()) {
        tile->second.write(m_builder, split(index).constant, m_lanes, v);
        return;
    }
    if (store.buffer->type.isBool()) {
        v = m_builder.CreateZExt(v, v->getType()->getWithNewType(m_builder.getInt8Ty()));
    }
    const Address place = address(*store.buffer, split(index));
    m_builder.CreateAlignedStore(v, pointerTo(*store.buffer, place), alignmentOf(*store.buffer));
}

/// Prefetches into L2: the data is read many loops later, and L1 cannot hold it until then.
void StatementEmitter::emitPrefetch(const ir::Stmt& s, const ir::Prefetch& prefetch)
{
    constexpr uint32_t read = 0, secondLevel = 2, data = 1;
    const Address place = address(*prefetch.buffer, split(indexOf(s.id(), *prefetch.buffer, prefetch.indices)));
    llvm::Value* pointer = pointerTo(*prefetch.buffer, place);
    m_builder.CreateIntrinsic(llvm::Intrinsic::prefetch, {pointer->getType()},
                              {pointer, m_builder.getInt32(read), m_builder.getInt32(secondLevel), m_builder.getInt32(data)});
}

KnownValue StatementEmitter::knownConstants() const
{
    return [this](const void* var) -> std::optional<int64_t> {
        const auto found = m_env.find(var);
        return found != m_env.end() && found->second.kind == Binding::Kind::Constant ? std::optional(found->second.constant)
                                                                                     : std::nullopt;
    };
}

void StatementEmitter::emitAllocate(const ir::Allocate& allocate)
{
    const ir::BufferNode* buffer = allocate.buffer.get();
    if (const auto plan = planRegisterTile(allocate.body, *buffer, knownConstants(), m_vectorBits, m_maxTileVectors)) {
        m_tiles.insert_or_assign(buffer, RegisterTile(*plan, typeOf(buffer->type)));
        emit(allocate.body);
        m_tiles.erase(buffer);
        return;
    }
    placeInMemory(*buffer, allocate.body);
    m_innermostBuffer = {buffer, allocate.body.as<ir::Block>()};
    emit(allocate.body);
}

} // namespace knobscope
