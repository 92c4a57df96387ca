// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/passes.h"

#include "core/ir/simplify.h"
#include "core/ir/visit.h"
#include "core/ir/warpmma.h"

#include <algorithm>
#include <unordered_map>

namespace knobscope {

using ir::Expr;
using ir::MmaTile;
using ir::Stmt;

namespace {

constexpr const char* kTileOperation = "mma.tile";

/// A buffer of tiles: the dimensions of a tile's rows and columns, and a lane's part of it.
struct TileBuffer {
    ir::MmaKind kind = ir::MmaKind::F16;
    MmaTile tile = MmaTile::Sum;
    size_t rowDimension = 0;
    size_t columnDimension = 0;
    ir::Buffer part;

    const ir::MmaLayout& layout() const { return ir::mmaLayout(kind, tile); }
};

/// A tensorized loop with its inner loops, and their body.
struct TensorizedNest {
    std::vector<const ir::For*> loops;
    Stmt body;

    explicit TensorizedNest(const ir::For& outermost)
    {
        loops.push_back(&outermost);
        body = outermost.body;
        while (const auto* loop = body.as<ir::For>()) {
            loops.push_back(loop);
            body = loop->body;
        }
        std::erase_if(loops, [](const ir::For* loop) { return loop->extent == 1; });
    }
};

/// The load under casts, or null.
const ir::Load* loadUnderCasts(const Expr& e)
{
    const auto* cast = e.as<ir::Cast>();
    return cast ? loadUnderCasts(cast->value) : e.as<ir::Load>();
}

std::optional<size_t> dimensionUsing(const std::vector<Expr>& indices, const ir::Var& var)
{
    for (size_t d = 0; d < indices.size(); ++d) {
        if (ir::usesVar(indices[d], var)) {
            return d;
        }
    }
    return std::nullopt;
}

class WarpTiles
{
public:
    explicit WarpTiles(ir::DeviceKernel& kernel)
        : m_kernel(kernel)
        , m_ranges(kernel.indexRanges())
    {
    }

    Result<void> run()
    {
        auto loops = ir::statementsOf<ir::For>(m_kernel.body);
        std::erase_if(loops, [](const ir::For* loop) { return loop->kind != ir::ForKind::Tensorized; });
        if (loops.empty()) {
            return {};
        }
        for (const ir::For* loop : loops) {
            if (loop->threadTag != kTileOperation) {
                findTiles(*loop);
            }
        }
        if (m_kernel.block[0] != ir::kWarpLanes) {
            refuse(phrase("there are {} threads along x, but a tensorized loop needs exactly the {} lanes of a warp",
                          m_kernel.block[0], ir::kWarpLanes));
        }
        Stmt body = m_error ? Stmt() : visit(m_kernel.body);
        if (m_error) {
            return tl::make_unexpected(*m_error);
        }
        m_kernel.body = std::move(body);
        return {};
    }

private:
    void refuse(const Sentence& sentence)
    {
        if (!m_error) {
            m_error = Error(ErrorCode::IllegalSchedule, phrase("Kernel {}: {}", m_kernel.name, sentence));
        }
    }

    void refuseProduct(const ir::For& loop)
    {
        const ir::MmaShape shape = ir::mmaShape(kindOf(loop));
        refuse(phrase("loop {} is tensorized as {}, which must be sum[m, n] += a[m, k] * b[k, n] on local buffers with m, n and "
                      "k of {}, {} and {} iterations and no condition",
                      loop.var.name(), loop.threadTag, shape.m, shape.n, shape.k));
    }

    static ir::MmaKind kindOf(const ir::For& loop) { return ir::findMmaKind(loop.threadTag).value_or(ir::MmaKind::F16); }

    /// Whether the loop is a product; clearing a sum has the same operation name but no product.
    static bool isProduct(const ir::For& loop)
    {
        const TensorizedNest nest(loop);
        const auto* store = nest.body.as<ir::Store>();
        return !store || store->value.as<ir::Binary>();
    }

    void findTiles(const ir::For& loop)
    {
        if (!isProduct(loop)) {
            return;
        }
        const TensorizedNest nest(loop);
        const ir::MmaKind kind = kindOf(loop);
        const auto* store = nest.body.as<ir::Store>();
        const Expr* added = store ? ir::addedValue(*store) : nullptr;
        const auto* product = added ? added->as<ir::Binary>() : nullptr;
        const ir::Load* first = product && product->op == ir::BinaryOp::Mul ? loadUnderCasts(product->a) : nullptr;
        const ir::Load* second = product ? loadUnderCasts(product->b) : nullptr;
        if (!first || !second || nest.loops.size() != 3) {
            refuseProduct(loop);
            return;
        }
        // `a` has the rows of the sum, whichever factor comes first
        const auto uses = [&](const ir::Load& load, const ir::Var& var) { return dimensionUsing(load.indices, var).has_value(); };
        const ir::For* m = nullptr;
        const ir::For* n = nullptr;
        const ir::For* k = nullptr;
        for (const ir::For* each : nest.loops) {
            const bool inSum = dimensionUsing(store->indices, each->var).has_value();
            (!inSum ? k : uses(*first, each->var) ? m : n) = each;
        }
        const ir::MmaShape shape = ir::mmaShape(kind);
        if (!m || !n || !k || m->extent != shape.m || n->extent != shape.n || k->extent != shape.k) {
            refuseProduct(loop);
            return;
        }
        addTile(loop, kind, MmaTile::A, {first->buffer, first->indices}, m->var, k->var);
        addTile(loop, kind, MmaTile::B, {second->buffer, second->indices}, k->var, n->var);
        addTile(loop, kind, MmaTile::Sum, {store->buffer, store->indices}, m->var, n->var);
        m_products[store] = {first, second};
    }

    void addTile(const ir::For& loop, ir::MmaKind kind, MmaTile tile, const ir::Fragment& access, const ir::Var& row,
                 const ir::Var& column)
    {
        const auto rows = dimensionUsing(access.indices, row);
        const auto columns = dimensionUsing(access.indices, column);
        const ir::DataType type = tile == MmaTile::Sum ? ir::float32 : ir::mmaInstruction(kind).input;
        if (!rows || !columns || *rows == *columns || access.buffer->scope != ir::Scope::Local || access.buffer->type != type) {
            refuseProduct(loop);
            return;
        }
        TileBuffer found{kind, tile, *rows, *columns, {}};
        const ir::MmaLayout& layout = found.layout();
        ir::BufferNode part = *access.buffer;
        if (part.shape[*rows] % layout.rows != 0 || part.shape[*columns] % layout.columns != 0) {
            refuse(phrase("tile buffer {} is not a multiple of {} x {}", part.name, layout.rows, layout.columns));
            return;
        }
        part.shape[*rows] /= layout.rows;
        part.shape[*columns] /= layout.columns;
        part.shape.push_back(layout.elementsOfLane());
        found.part = std::make_shared<const ir::BufferNode>(std::move(part));
        const auto [known, isNew] = m_tiles.emplace(access.buffer.get(), found);
        const TileBuffer& other = known->second;
        if (!isNew
            && (other.kind != kind || other.tile != tile || other.rowDimension != *rows || other.columnDimension != *columns)) {
            refuse(phrase("tile buffer {} is used differently by two products", access.buffer->name));
        }
    }

    const TileBuffer* find(const ir::Buffer& buffer) const
    {
        const auto found = m_tiles.find(buffer.get());
        return found == m_tiles.end() ? nullptr : &found->second;
    }

    Stmt visit(const Stmt& s)
    {
        if (s.isNull() || m_error) {
            return s;
        }
        if (const auto* n = s.as<ir::For>()) {
            m_ranges.setExtent(n->var, n->extent);
            if (n->kind == ir::ForKind::Tensorized) {
                return n->threadTag != kTileOperation && isProduct(*n) ? product(*n) : moves(*n);
            }
        }
        if (const auto* n = s.as<ir::Allocate>()) {
            const TileBuffer* tile = find(n->buffer);
            return ir::makeStmt(ir::Allocate{tile ? tile->part : n->buffer, visit(n->body)});
        }
        if (const auto* n = s.as<ir::Store>()) {
            const TileBuffer* touched = tileIn(*n);
            if (touched) {
                refuse(phrase("{} holds tiles of a warp, but is used by a loop that is not tensorized", touched->part->name));
            }
        }
        return ir::mapChildren(s, [this](const Stmt& child) { return visit(child); });
    }

    /// The first tile that a store accesses; the written tile takes precedence.
    const TileBuffer* tileIn(const ir::Store& store) const
    {
        const TileBuffer* found = find(store.buffer);
        ir::forEachExpr(store.value, [&](const Expr& part) {
            const auto* load = part.as<ir::Load>();
            found = found || !load ? found : find(load->buffer);
        });
        return found;
    }

    /// The tile's indices in a lane's buffer, without the element within the tile.
    std::vector<Expr> tileIndices(const TileBuffer& tile, std::vector<Expr> indices) const
    {
        Expr& row = indices[tile.rowDimension];
        Expr& column = indices[tile.columnDimension];
        row = ir::simplify(ir::floorDiv(row, Expr(tile.layout().rows)), m_ranges);
        column = ir::simplify(ir::floorDiv(column, Expr(tile.layout().columns)), m_ranges);
        return indices;
    }

    ir::Fragment fragment(const ir::Buffer& buffer, const std::vector<Expr>& indices, const Expr& element = Expr(0)) const
    {
        const TileBuffer& tile = *find(buffer);
        ir::Fragment out{tile.part, tileIndices(tile, indices)};
        out.indices.push_back(element);
        return out;
    }

    Stmt product(const ir::For& outermost)
    {
        const TensorizedNest nest(outermost);
        for (const ir::For* loop : nest.loops) {
            m_ranges.setExtent(loop->var, loop->extent);
        }
        const auto& store = *nest.body.as<ir::Store>();
        const auto [a, b] = m_products.at(&store);
        return ir::makeStmt(ir::WarpMma{kindOf(outermost), fragment(store.buffer, store.indices), fragment(a->buffer, a->indices),
                                        fragment(b->buffer, b->indices)});
    }

    /// Loops over a lane's elements of the tile that the nest fills, clears or stores.
    Stmt moves(const ir::For& outermost)
    {
        const TensorizedNest nest(outermost);
        const auto stores = ir::statementsOf<ir::Store>(nest.body);
        const TileBuffer* tile = stores.size() == 1 ? tileIn(*stores.front()) : nullptr;
        const auto access = tile ? accessOf(*stores.front(), *tile) : std::nullopt;
        const ir::For* rows = access ? loopIn(nest, access->indices[tile->rowDimension]) : nullptr;
        const ir::For* columns = access ? loopIn(nest, access->indices[tile->columnDimension]) : nullptr;
        if (!rows || !columns || nest.loops.size() != 2 || rows->extent != tile->layout().rows
            || columns->extent != tile->layout().columns) {
            refuse(phrase("loop {} is tensorized as {}, but does not cover the rows and columns of one tile exactly once",
                          outermost.var.name(), outermost.threadTag));
            return {};
        }
        m_ranges.setExtent(rows->var, rows->extent);
        m_ranges.setExtent(columns->var, columns->extent);
        return laneLoops(*tile, nest, *rows, *columns);
    }

    std::optional<ir::Fragment> accessOf(const ir::Store& store, const TileBuffer& tile) const
    {
        if (find(store.buffer) == &tile) {
            return ir::Fragment{store.buffer, store.indices};
        }
        std::optional<ir::Fragment> out;
        ir::forEachExpr(store.value, [&](const Expr& part) {
            const auto* load = part.as<ir::Load>();
            out = load && find(load->buffer) == &tile ? std::optional(ir::Fragment{load->buffer, load->indices}) : out;
        });
        return out;
    }

    static const ir::For* loopIn(const TensorizedNest& nest, const Expr& index)
    {
        const auto found = std::ranges::find_if(nest.loops, [&](const ir::For* loop) { return ir::usesVar(index, loop->var); });
        return found == nest.loops.end() ? nullptr : *found;
    }

    Stmt laneLoops(const TileBuffer& tile, const TensorizedNest& nest, const ir::For& rows, const ir::For& columns)
    {
        const ir::MmaLayout& layout = tile.layout();
        const Expr lane(m_kernel.threadIndex[0]);
        const Expr group = ir::floorDiv(lane, Expr(4));
        const Expr member = ir::floorMod(lane, Expr(4));
        Expr row = group * Expr(layout.groupRow) + member * Expr(layout.memberRow);
        Expr column = group * Expr(layout.groupColumn) + member * Expr(layout.memberColumn);
        Expr element(0);
        std::vector<ir::For> loops;
        for (const ir::MmaDigit& digit : layout.digits) {
            ir::For loop = digit.row > 0 ? rows : columns;
            loop.var = ir::Var(digit.row == 1 || digit.column == 1 ? "pair" : "half");
            loop.extent = digit.extent;
            loop.threadTag.clear();
            const bool neighbours = digit.element == 1 && (digit.row == 1 || digit.column == 1);
            loop.kind = neighbours ? ir::ForKind::Vectorized : ir::ForKind::Unrolled;
            m_ranges.setExtent(loop.var, loop.extent);
            row = row + Expr(loop.var) * Expr(digit.row);
            column = column + Expr(loop.var) * Expr(digit.column);
            element = element + Expr(loop.var) * Expr(digit.element);
            loops.push_back(std::move(loop));
        }
        Stmt out = withParts(nest.body, tile, element);
        out = ir::substitute(out, {{rows.var.id(), row}, {columns.var.id(), column}});
        out = ir::transformExprsIn(out, [&](const Expr& e) { return ir::simplify(e, m_ranges); });
        for (size_t i = loops.size(); i-- > 0;) {
            loops[i].body = std::move(out);
            out = ir::makeStmt(std::move(loops[i]));
        }
        return out;
    }

    /// Redirects accesses of the warp's tile to the lane's element.
    Stmt withParts(const Stmt& s, const TileBuffer& tile, const Expr& element)
    {
        return ir::moveAccesses(s, [&](const ir::Buffer& buffer, const std::vector<Expr>& indices) {
            return find(buffer) == &tile ? std::optional(fragment(buffer, indices, element)) : std::nullopt;
        });
    }

    ir::DeviceKernel& m_kernel;
    ir::Ranges m_ranges;
    std::unordered_map<const ir::BufferNode*, TileBuffer> m_tiles;
    std::unordered_map<const ir::Store*, std::pair<const ir::Load*, const ir::Load*>> m_products;
    std::optional<Error> m_error;
};

} // namespace

Result<void> distributeOverLanes(ir::DeviceKernel& kernel)
{
    return WarpTiles(kernel).run();
}

} // namespace knobscope
