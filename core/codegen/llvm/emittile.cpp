// SPDX-License-Identifier: GPL-3.0-or-later
// Products of matrix tiles (ir/matrixtile.h), by AMX instructions with explicit registers.
#include "core/codegen/llvm/emitstmt.h"

#include "core/ir/matrixtile.h"
#include "core/ir/visit.h"

#include <llvm/IR/IntrinsicsX86.h>

#include <fmt/ranges.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kFirstA = 4;
constexpr int kFirstB = 6;

llvm::Intrinsic::ID productOf(ir::DataType a, ir::DataType b)
{
    namespace Id = llvm::Intrinsic;
    if (a == ir::bfloat16) {
        return Id::x86_tdpbf16ps;
    }
    return a == ir::uint8 ? (b == ir::uint8 ? Id::x86_tdpbuud : Id::x86_tdpbusd)
                          : (b == ir::uint8 ? Id::x86_tdpbsud : Id::x86_tdpbssd);
}

} // namespace

/// Finds the shapes of all products, if the target has instructions for them.
void StatementEmitter::startTiles(const ir::LoopNest& nest)
{
    const ir::Stmt whole = ir::block({nest.prepare, nest.body});
    m_tileShapes = tileShapes(whole);
    if (m_tileShapes.empty()) {
        return;
    }
    const std::set<std::string> features = featuresOf(m_target);
    for (const ir::For* loop : ir::statementsOf<ir::For>(whole)) {
        const auto tile = tileNest(*loop);
        if (tile && tile->isProduct() && !hasTileProduct(features, tile->a->buffer->type, tile->b->buffer->type)) {
            m_tileShapes.clear();
            return;
        }
    }
}

void StatementEmitter::configureTiles(const TileRegion& region)
{
    const auto config = tileConfig(region);
    const std::string name = fmt::format("tiles.{:02x}", fmt::join(config, ""));
    llvm::GlobalVariable* global = m_module.getNamedGlobal(name);
    if (!global) {
        auto* bytes = llvm::ConstantDataArray::get(m_context, llvm::ArrayRef<uint8_t>(config));
        global = new llvm::GlobalVariable(m_module, bytes->getType(), true, llvm::GlobalValue::InternalLinkage, bytes, name);
        global->setAlignment(llvm::Align(config.size()));
    }
    m_builder.CreateIntrinsic(llvm::Intrinsic::x86_ldtilecfg, {}, {global});
    m_hasTiles = true;
}

/// Products of one shape are configured once for the function; else each region does so.
void StatementEmitter::configureTilesAtEntry()
{
    if (m_tileShapes.size() == 1) {
        configureTiles(TileRegion::of(m_tileShapes.front()));
    }
}

void StatementEmitter::releaseTiles()
{
    m_builder.CreateIntrinsic(llvm::Intrinsic::x86_tilerelease, {}, {});
}

/// Emits the longest region that starts here, and returns its number of statements; 0, with nothing emitted, if there is none.
/// Sums of a buffer of their own that are only copied elsewhere are stored there, without that buffer; the copy counts then.
size_t StatementEmitter::emitTileRegion(std::span<const ir::Stmt> statements, const ir::BufferNode* ownBuffer)
{
    if (m_tileShapes.empty() || m_tileState || m_laneVar) {
        return 0;
    }
    const size_t count = tileRegionLength(statements);
    auto region = count > 0 ? planTileRegion(statements.first(count), knownConstants()) : std::nullopt;
    if (!region) {
        return 0;
    }
    if (m_tileShapes.size() > 1) {
        configureTiles(*region);
    }
    const bool isOnlyCopied = count + 1 == statements.size() && region->buffer == ownBuffer && ownBuffer;
    auto copy = isOnlyCopied ? planTileCopy(*region, statements[count]) : std::nullopt;
    m_tileState = TileState{std::move(*region), std::move(copy), {}, {}, {}, 0, 0};
    for (const ir::Stmt& s : statements.first(count)) {
        emit(s);
    }
    for (const auto& [tile, sum] : m_tileState->sums) {
        m_builder.CreateIntrinsic(llvm::Intrinsic::x86_tilestored64, {},
                                  {m_builder.getInt8(static_cast<uint8_t>(tile)), sum.pointer,
                                   m_builder.getInt64(static_cast<uint64_t>(sum.rowBytes))});
    }
    const size_t done = m_tileState->copy ? count + 1 : count;
    m_tileState.reset();
    m_function.scopes.back().loads.clear();
    return done;
}

/// Where the register of a sum is stored after the region.
StatementEmitter::TileState::Sum StatementEmitter::placeOfSum(const TileNest& nest, int tile)
{
    const auto& copy = m_tileState->copy;
    const ir::Store& store = copy ? *copy->store : *nest.store;
    const AccessIndex index = flatten(*store.buffer, store.indices);
    if (!copy) {
        return {pointerTo(*store.buffer, address(*store.buffer, split(index))),
                index.coefficientOf(nest.row->var.id()) * store.buffer->type.bytes()};
    }
    for (const ir::For* loop : copy->loops) {
        m_env[loop->var.id()] = Binding{};
    }
    for (const auto& [var, start] : copy->starts.at(tile)) {
        m_env[var] = Binding{Binding::Kind::Constant, start, 1, nullptr, 0};
    }
    return {pointerTo(*store.buffer, address(*store.buffer, split(index))), copy->rowBytes};
}

/// Clears what no product adds to: a sum is smaller than the nest that clears it in the last tile of a row.
void StatementEmitter::clearRest(const TileNest& nest, const TileState::Sum& place, const TileShape& held)
{
    const TileShape all = nest.shape();
    auto* type = llvm::FixedVectorType::get(m_builder.getInt32Ty(), static_cast<unsigned>(all.columns));
    for (int64_t row = held.columns < all.columns ? 0 : held.rows; row < all.rows; ++row) {
        llvm::Value* pointer =
            m_builder.CreateConstGEP1_64(m_builder.getInt8Ty(), place.pointer, static_cast<uint64_t>(row * place.rowBytes));
        m_builder.CreateAlignedStore(llvm::Constant::getNullValue(type), pointer, llvm::Align(4));
    }
}

/// Binds the variables of a nest to the first element of the tile.
void StatementEmitter::bindFirstElement(const ir::For& loop)
{
    ir::forEachStmt(ir::makeStmt(loop), [&](const ir::Stmt& s) {
        if (const auto* inner = s.as<ir::For>()) {
            m_env[inner->var.id()] = Binding{};
        }
    });
}

void StatementEmitter::emitTile(const ir::For& loop)
{
    const auto nest = m_tileState ? tileNest(loop) : std::nullopt;
    if (!nest) {
        emitSerial(loop);
        return;
    }
    const auto number = [&](int tile) { return m_builder.getInt8(static_cast<uint8_t>(tile)); };
    const ir::BufferNode& buffer = *nest->store->buffer;
    const AccessIndex index = flatten(buffer, nest->store->indices);
    bindFirstElement(loop);
    const Split place = split(index);
    const int sum = m_tileState->region.registers.at(place.constant);
    if (nest->isProduct()) {
        const int a = loadFactor(*nest, *nest->a, true);
        const int b = loadFactor(*nest, *nest->b, false);
        m_builder.CreateIntrinsic(productOf(nest->a->buffer->type, nest->b->buffer->type), {},
                                  {number(sum), number(a), number(b)});
        return;
    }
    if (m_tileState->copy && !m_tileState->copy->starts.contains(sum)) {
        return; // nothing reads it
    }
    const TileState::Sum to = placeOfSum(*nest, sum);
    m_tileState->sums[sum] = to;
    m_builder.CreateIntrinsic(llvm::Intrinsic::x86_tilezero, {}, {number(sum)});
    if (!m_tileState->copy) {
        clearRest(*nest, to, m_tileState->region.sums[static_cast<size_t>(sum)]);
    }
}

/// Returns the register of a factor, which it loads unless the latest products of this iteration had it.
int StatementEmitter::loadFactor(const TileNest& nest, const ir::Load& factor, bool isFirst)
{
    const ir::BufferNode& buffer = *factor.buffer;
    const AccessIndex index = flatten(buffer, factor.indices);
    const ir::For* rows = isFirst ? nest.row : nest.group;
    const int64_t rowBytes = (rows ? index.coefficientOf(rows->var.id()) : 0) * buffer.type.bytes();
    const Address place = address(buffer, split(index));
    auto& held = isFirst ? m_tileState->a : m_tileState->b;
    size_t& oldest = isFirst ? m_tileState->oldestA : m_tileState->oldestB;
    const int first = isFirst ? kFirstA : kFirstB;
    const TileState::Factor wanted{place.pointer, place.offset, rowBytes};
    const std::vector<int64_t>& extents = isFirst ? m_tileState->region.rows : m_tileState->region.columns;
    if (extents.size() == 2) { // a register for each
        oldest = (isFirst ? nest.shape().rows : nest.shape().columns) == extents[0] ? 0 : 1;
    }
    for (size_t i = 0; i < held.size(); ++i) {
        if (held[i] == wanted && (extents.size() == 1 || i == oldest)) {
            oldest = 1 - i;
            return first + static_cast<int>(i);
        }
    }
    const size_t chosen = std::exchange(oldest, 1 - oldest);
    held[chosen] = wanted;
    const int tile = first + static_cast<int>(chosen);
    m_builder.CreateIntrinsic(llvm::Intrinsic::x86_tileloadd64, {},
                              {m_builder.getInt8(static_cast<uint8_t>(tile)), pointerTo(buffer, place),
                               m_builder.getInt64(static_cast<uint64_t>(rowBytes))});
    return tile;
}

} // namespace knobscope
