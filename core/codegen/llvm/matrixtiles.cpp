// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/matrixtiles.h"

#include "core/ir/matrixtile.h"
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

namespace {

using ir::ForKind;
using ir::Stmt;

const ir::Load* loadUnderCast(const ir::Expr& factor)
{
    const auto* cast = factor.as<ir::Cast>();
    return cast ? cast->value.as<ir::Load>() : factor.as<ir::Load>();
}

bool isTileLoop(const ir::For& loop)
{
    return loop.kind == ForKind::Tensorized && loop.threadTag == ir::kTileOperation;
}

/// Step of an access along a loop; nullopt if the access depends on it otherwise.
std::optional<int64_t> stepOf(const AccessIndex& index, const ir::For* loop)
{
    if (!loop) {
        return 0;
    }
    const bool isElsewhere =
        std::ranges::any_of(index.others, [&](const auto& term) { return ir::usesVar(term.atom, loop->var); });
    return isElsewhere ? std::nullopt : std::optional(index.coefficientOf(loop->var.id()));
}

/// Steps of an access along row, column, group and element, or nothing.
std::vector<int64_t> stepsOf(const TileNest& nest, const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices)
{
    const AccessIndex index = flatten(buffer, indices);
    std::vector<int64_t> steps;
    for (const ir::For* loop : {nest.row, nest.column, nest.group, nest.element}) {
        const auto step = stepOf(index, loop);
        if (!step) {
            return {};
        }
        steps.push_back(*step);
    }
    return steps;
}

/// Assigns a loop of a product its role by the accesses that it moves.
bool assignLoop(TileNest& nest, const ir::For* loop, const ir::Load& first, const ir::Load& second)
{
    const auto step = [&](const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices) {
        return flatten(buffer, indices).coefficientOf(loop->var.id());
    };
    const int64_t inSum = step(*nest.store->buffer, nest.store->indices);
    const bool inFirst = step(*first.buffer, first.indices) != 0;
    const bool inSecond = step(*second.buffer, second.indices) != 0;
    const ir::For** role = nullptr;
    if (inSum != 0) {
        role = inFirst == inSecond                                       ? nullptr
             : inSum == 1 && step(*nest.b->buffer, nest.b->indices) != 0 ? &nest.column
                                                                         : &nest.row;
    } else if (inFirst && inSecond) {
        const bool isElement = step(*first.buffer, first.indices) == 1 && step(*second.buffer, second.indices) == 1;
        role = isElement ? &nest.element : &nest.group;
    }
    if (!role || *role) {
        return false;
    }
    *role = loop;
    return true;
}

/// Whether the accesses of a product are those of rows of words.
bool areOfTiles(const TileNest& nest)
{
    const int64_t length = ir::dotLength(nest.a->buffer->type, nest.b->buffer->type, nest.store->buffer->type);
    const auto a = stepsOf(nest, *nest.a->buffer, nest.a->indices);
    const auto b = stepsOf(nest, *nest.b->buffer, nest.b->indices);
    const auto sum = stepsOf(nest, *nest.store->buffer, nest.store->indices);
    const TileShape shape = nest.shape();
    return length > 1 && nest.element->extent == length && !a.empty() && !b.empty() && !sum.empty() && a[1] == 0
        && (!nest.group || a[2] == length) && a[3] == 1 && b[0] == 0 && (!nest.column || (b[1] == length && sum[1] == 1))
        && b[3] == 1 && sum[2] == 0 && sum[3] == 0 && shape.rows <= ir::kTileRows && shape.columns <= ir::kTileColumns
        && shape.groups <= ir::kTileColumns;
}

std::optional<TileNest> productNest(TileNest nest, const std::vector<const ir::For*>& loops, const ir::Expr& added)
{
    const auto* product = added.as<ir::Binary>();
    const ir::Load* first = product && product->op == ir::BinaryOp::Mul ? loadUnderCast(product->a) : nullptr;
    const ir::Load* second = first ? loadUnderCast(product->b) : nullptr;
    if (!second) {
        return std::nullopt;
    }
    // `b` has the sum's columns, whichever factor comes first: try both
    for (const auto& [a, b] : {std::pair(first, second), std::pair(second, first)}) {
        TileNest tried = nest;
        tried.a = a;
        tried.b = b;
        const bool isAssigned =
            std::ranges::all_of(loops, [&](const ir::For* loop) { return assignLoop(tried, loop, *first, *second); });
        if (isAssigned && tried.row && tried.element && areOfTiles(tried)) {
            return tried;
        }
    }
    return std::nullopt;
}

std::optional<TileNest> clearingNest(TileNest nest, const std::vector<const ir::For*>& loops)
{
    if (loops.size() > 2 || !ir::isZero(nest.store->value)) {
        return std::nullopt;
    }
    const AccessIndex index = flatten(*nest.store->buffer, nest.store->indices);
    const bool isFirstColumn = loops.size() == 2 && index.coefficientOf(loops[0]->var.id()) == 1;
    nest.column = loops.size() == 2 ? loops[isFirstColumn ? 0 : 1] : nullptr;
    nest.row = loops[isFirstColumn ? 1 : 0];
    const auto steps = stepsOf(nest, *nest.store->buffer, nest.store->indices);
    const TileShape shape = nest.shape();
    const bool isTile = !steps.empty() && steps[0] != 0 && (!nest.column || steps[1] == 1) && shape.rows <= ir::kTileRows
                     && shape.columns <= ir::kTileColumns;
    return isTile ? std::optional(nest) : std::nullopt;
}

/// Walks the statements of a region like the emitter.
class RegionPlanner
{
public:
    explicit RegionPlanner(const KnownValue& known)
        : m_known(known)
    {
    }

    bool collect(const Stmt& s)
    {
        if (const auto* block = s.as<ir::Block>()) {
            return std::ranges::all_of(block->statements, [&](const Stmt& child) { return collect(child); });
        }
        if (const auto* branch = s.as<ir::IfThen>()) { // registers keep sums to which nothing is added
            const bool isInside = std::exchange(m_isInBranch, true);
            const bool fits = branch->elseBody.isNull() && collect(branch->then);
            m_isInBranch = isInside;
            return fits;
        }
        const auto* loop = s.as<ir::For>();
        if (!loop) {
            return s.as<ir::Prefetch>() != nullptr;
        }
        if (isTileLoop(*loop)) {
            const auto nest = tileNest(*loop);
            return nest && add(*nest);
        }
        if (loop->kind == ForKind::Unrolled || loop->extent == 1) {
            bool fits = true;
            for (int64_t i = 0; i < loop->extent && fits; ++i) {
                m_values[loop->var.id()] = i;
                fits = collect(loop->body);
            }
            return fits;
        }
        m_running.push_back(loop->var.id());
        const bool fits = loop->kind == ForKind::Serial && collect(loop->body);
        m_running.pop_back();
        return fits;
    }

    std::optional<TileRegion> take()
    {
        const bool isComplete = m_region.groups > 0 && !m_region.registers.empty();
        return isComplete ? std::optional(std::move(m_region)) : std::nullopt;
    }

private:
    /// Notes an extent, of which there may be two.
    static bool note(std::vector<int64_t>& extents, int64_t extent)
    {
        if (std::ranges::count(extents, extent) == 0) {
            extents.push_back(extent);
        }
        return extents.size() <= 2;
    }

    bool add(const TileNest& nest)
    {
        const TileShape shape = nest.shape();
        if (nest.isProduct() && m_region.groups > 0 && m_region.groups != shape.groups) {
            return false;
        }
        m_region.groups = nest.isProduct() ? shape.groups : m_region.groups;
        const auto offset = offsetOf(nest);
        if (!offset || (!nest.isProduct() && m_isInBranch)) {
            return false;
        }
        if (!nest.isProduct()) {
            const int64_t step = flatten(*nest.store->buffer, nest.store->indices).coefficientOf(nest.row->var.id());
            m_region.rowStep = m_region.registers.empty() || m_region.rowStep == step ? step : 0;
            m_region.buffer = nest.store->buffer.get();
        }
        auto& registers = m_region.registers;
        if (!nest.isProduct()) { // registers are numbered as they are cleared
            if (registers.try_emplace(*offset, static_cast<int>(registers.size())).second) {
                m_region.sums.push_back({shape.rows, shape.columns, 0});
            }
            return std::ssize(registers) <= ir::kMostTileSums;
        }
        const auto found = registers.find(*offset);
        if (found == registers.end() || !note(m_region.rows, shape.rows) || !note(m_region.columns, shape.columns)) {
            return false;
        }
        TileShape& sum = m_region.sums[static_cast<size_t>(found->second)];
        if (sum.groups > 0) {
            return sum == shape;
        }
        const bool isCleared = shape.rows <= sum.rows && shape.columns <= sum.columns; // more in the last tile of a row
        sum = shape;
        return isCleared;
    }

    /// The constant offset of the nest's sum in its buffer, while the loops around it are unrolled.
    std::optional<int64_t> offsetOf(const TileNest& nest)
    {
        const AccessIndex index = flatten(*nest.store->buffer, nest.store->indices);
        m_buffer = m_buffer ? m_buffer : nest.store->buffer.get();
        if (m_buffer != nest.store->buffer.get() || !index.others.empty()) {
            return std::nullopt;
        }
        int64_t offset = index.constant;
        for (const auto& term : index.vars) {
            if (term.var == nest.row->var.id() || (nest.column && term.var == nest.column->var.id())) {
                continue;
            }
            const auto value = m_values.find(term.var);
            if (value != m_values.end()) {
                offset += term.coefficient * value->second;
            } else if (const auto constant = m_known(term.var)) {
                offset += term.coefficient * *constant;
            } else if (std::ranges::count(m_running, term.var) > 0) {
                return std::nullopt;
            }
        }
        return offset;
    }

    const KnownValue& m_known;
    TileRegion m_region;
    const ir::BufferNode* m_buffer = nullptr;
    std::map<const void*, int64_t> m_values;
    bool m_isInBranch = false;
    std::vector<const void*> m_running; ///< variables of serial loops of the region
};

} // namespace

std::vector<const ir::For*> TileNest::loops() const
{
    std::vector<const ir::For*> all{row, column, group, element};
    std::erase(all, nullptr);
    return all;
}

std::optional<TileNest> tileNest(const ir::For& loop)
{
    if (!isTileLoop(loop)) {
        return std::nullopt;
    }
    std::vector<const ir::For*> loops{&loop};
    Stmt body = loop.body;
    while (const auto* inner = body.as<ir::For>()) {
        loops.push_back(inner);
        body = inner->body;
    }
    std::erase_if(loops, [](const ir::For* one) { return one->extent == 1; });
    TileNest nest;
    nest.store = body.as<ir::Store>();
    if (!nest.store || loops.empty() || loops.size() > 4) {
        return std::nullopt;
    }
    const auto* sum = nest.store->value.as<ir::Binary>();
    if (!sum || sum->op != ir::BinaryOp::Add) {
        return clearingNest(nest, loops);
    }
    const bool isSumFirst = ir::readsStoredElement(*nest.store, sum->a); // passes swap operands
    return isSumFirst || ir::readsStoredElement(*nest.store, sum->b) ? productNest(nest, loops, isSumFirst ? sum->b : sum->a)
                                                                     : std::nullopt;
}

std::vector<TileShape> tileShapes(const Stmt& s)
{
    std::vector<TileShape> shapes;
    for (const ir::For* loop : ir::statementsOf<ir::For>(s)) {
        const auto nest = tileNest(*loop);
        if (nest && nest->isProduct() && std::ranges::count(shapes, nest->shape()) == 0) {
            shapes.push_back(nest->shape());
        }
    }
    return shapes;
}

bool hasOwnTiles(const Stmt& s)
{
    const auto* loop = s.as<ir::For>();
    if (loop && loop->kind == ForKind::Parallel && loop->extent > 1) {
        return false;
    }
    bool has = loop && tileNest(*loop);
    ir::forEachChild(s, [&](const Stmt& child) { has = has || (!child.isNull() && hasOwnTiles(child)); });
    return has;
}

std::optional<TileRegion> planTileRegion(std::span<const Stmt> statements, const KnownValue& known)
{
    RegionPlanner planner(known);
    const bool fits = std::ranges::all_of(statements, [&](const Stmt& s) { return planner.collect(s); });
    return fits ? planner.take() : std::nullopt;
}

size_t tileRegionLength(std::span<const Stmt> statements)
{
    size_t length = 0;
    for (size_t i = 0; i < statements.size(); ++i) {
        bool has = false;
        bool isOnly = true;
        const std::function<void(const Stmt&)> visit = [&](const Stmt& part) {
            const auto* loop = part.as<ir::For>();
            if (part.isNull() || (loop && tileNest(*loop))) {
                has = has || loop;
                return;
            }
            isOnly = isOnly && (loop || part.as<ir::Block>() || part.as<ir::IfThen>() || part.as<ir::Prefetch>());
            ir::forEachChild(part, visit);
        };
        visit(statements[i]);
        if (!isOnly || (!has && i == 0)) {
            break;
        }
        length = has ? i + 1 : length; // prefetches may be between
    }
    return length;
}

bool hasTileProduct(const std::set<std::string>& features, ir::DataType a, ir::DataType b)
{
    const bool areBytes = a.isInteger() && b.isInteger() && a.bits == 8 && b.bits == 8;
    const bool areBfloats = a == ir::bfloat16 && b == ir::bfloat16;
    return (areBytes && features.contains("amx-int8")) || (areBfloats && features.contains("amx-bf16"));
}

TileRegion TileRegion::of(const TileShape& shape)
{
    return {shape.groups, {shape.rows}, {shape.columns}, std::vector(ir::kMostTileSums, shape), {}};
}

std::array<uint8_t, 64> tileConfig(const TileRegion& region)
{
    std::array<uint8_t, 64> config{};
    config[0] = 1; // palette
    const auto set = [&](size_t tile, int64_t rows, int64_t words) {
        config[16 + 2 * tile] = static_cast<uint8_t>(4 * words);
        config[48 + tile] = static_cast<uint8_t>(rows);
    };
    for (size_t tile = 0; tile < region.sums.size(); ++tile) {
        set(tile, region.sums[tile].rows, region.sums[tile].columns);
    }
    for (size_t i = 0; i < 2; ++i) {
        set(4 + i, region.rows[i % region.rows.size()], region.groups);
        set(6 + i, region.groups, region.columns[i % region.columns.size()]);
    }
    return config;
}

} // namespace knobscope
