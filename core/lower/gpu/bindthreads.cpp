// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/passes.h"

#include "core/ir/visit.h"
#include "core/ir/warpmma.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

namespace knobscope {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

/// Index of the dimension: "threadIdx.y" is 1.
size_t dimensionOf(const std::string& tag)
{
    return static_cast<size_t>(tag.back() - 'x');
}

bool isThread(const std::string& tag)
{
    return tag.starts_with("threadIdx");
}

/// Matches `place = place op value`; returns op and value.
std::optional<ir::Binary> accumulation(const ir::Store& store)
{
    const auto* n = store.value.as<ir::Binary>();
    const bool folds = n && (n->op == BinaryOp::Add || n->op == BinaryOp::Max) && ir::readsStoredElement(store, n->a);
    return folds ? std::optional(*n) : std::nullopt;
}

/// partial[t] = partial[t] op partial[t + half], until thread 0 folds the last two or three into the result. Folding those at
/// once leaves no step in which each thread reads only its own writes, so every barrier between steps is needed.
Stmt foldTree(const ir::Buffer& partial, int64_t values, BinaryOp op, const ir::Store& result, const Expr& t)
{
    std::vector<Stmt> steps;
    const auto only = [&](int64_t workers, ir::Store step) {
        steps.push_back(ir::makeStmt(ir::IfThen{t < Expr(workers), ir::makeStmt(std::move(step)), {}}));
    };
    while (values > 3) {
        const int64_t half = (values + 1) / 2;
        only(values - half, {partial, {t}, ir::binary(op, ir::load(partial, {t}), ir::load(partial, {t + Expr(half)}))});
        values = half;
    }
    Expr sum = ir::load(partial, {Expr(0)});
    for (int64_t i = 1; i < values; ++i) {
        sum = ir::binary(op, sum, ir::load(partial, {Expr(i)}));
    }
    only(1, {result.buffer, result.indices, sum});
    return ir::block(std::move(steps));
}

/// Combines `initial` (the store of the reduction's identity) and `loop` (over threads; its body accumulates into the same
/// element): each thread writes its value to shared memory, which is folded in halves; thread 0 stores the result. The caller
/// replaces the loop's variable. Returns nullopt for other forms. Barriers are inserted later.
std::optional<Stmt> crossThreadReduction(const Stmt& initial, const ir::For& loop, const ir::Var& thread)
{
    const auto* start = initial.as<ir::Store>();
    if (!start) {
        return std::nullopt;
    }
    const ir::Buffer partial =
        ir::makeBuffer(start->buffer->name + ".partial", {loop.extent}, start->buffer->type, ir::Scope::Shared);
    std::optional<BinaryOp> op;
    bool simple = true;
    const Stmt body = ir::transformStmt(loop.body, [&](const Stmt& part) {
        const auto* store = part.as<ir::Store>();
        if (!store || store->buffer != start->buffer) {
            return part;
        }
        const auto folded = accumulation(*store);
        simple = simple && folded && !op && ir::structurallyEqual(store->indices, start->indices);
        if (!simple) {
            return part;
        }
        op = folded->op;
        return loop.extent == 1 ? ir::makeStmt(ir::Store{store->buffer, store->indices, folded->b})
                                : ir::makeStmt(ir::Store{partial, {Expr(thread)}, folded->b});
    });
    if (!simple || !op) {
        return std::nullopt;
    }
    if (loop.extent == 1) {
        return ir::block({initial, body}); // a guard may skip the only value
    }
    const Stmt identity = ir::makeStmt(ir::Store{partial, {Expr(thread)}, start->value});
    const bool guarded = !ir::statementsOf<ir::IfThen>(loop.body).empty();
    return ir::makeStmt(ir::Allocate{
        partial, ir::block({guarded ? identity : Stmt(), body, foldTree(partial, loop.extent, *op, *start, Expr(thread))})});
}

class ThreadBinder
{
public:
    ThreadBinder(const BoundProgram& program, const UnrollPragmas& pragmas, ir::DeviceKernel& kernel)
        : m_pragmas(pragmas)
        , m_kernel(kernel)
    {
        static constexpr std::array<const char*, 3> axes{"x", "y", "z"};
        for (size_t d = 0; d < 3; ++d) {
            kernel.blockIndex[d] = ir::Var(fmt::format("blockIdx.{}", axes[d]));
            kernel.threadIndex[d] = ir::Var(fmt::format("threadIdx.{}", axes[d]));
        }
        for (const StageBounds& bounds : program.bounds) {
            for (const ir::IterVar& leaf : bounds.stage->leaves) {
                m_owners[leaf.var.id()] = &bounds;
                if (leaf.kind == ir::IterKind::Reduce) {
                    m_reductions.insert(leaf.var.id());
                }
            }
        }
    }

    Result<void> run(const Stmt& nest)
    {
        measure(nest);
        Stmt body = visit(nest);
        if (m_error) {
            return tl::make_unexpected(*m_error);
        }
        m_kernel.body = ir::substitute(body, m_indices);
        return {};
    }

private:
    void measure(const Stmt& nest)
    {
        for (const ir::For* loop : ir::statementsOf<ir::For>(nest)) {
            if (loop->kind == ir::ForKind::Tensorized) {
                m_kernel.block[0] = std::max(m_kernel.block[0], ir::kWarpLanes);
            }
            if (loop->kind == ir::ForKind::ThreadBinding) {
                const bool thread = isThread(loop->threadTag);
                const size_t d = dimensionOf(loop->threadTag);
                int64_t& size = (thread ? m_kernel.block : m_kernel.grid)[d];
                ir::ProvenanceId& made = (thread ? m_kernel.threadProvenance : m_kernel.blockProvenance)[d];
                if (made == 0 || loop->extent > size) {
                    made = loop->provenance;
                }
                size = std::max(size, loop->extent);
            }
        }
    }

    Stmt visit(const Stmt& s)
    {
        if (const auto* n = s.as<ir::For>()) {
            if (n->kind == ir::ForKind::ThreadBinding) {
                return bind(*n);
            }
            m_tensorized += n->kind == ir::ForKind::Tensorized ? 1 : 0;
            Stmt body = visit(n->body);
            m_tensorized -= n->kind == ir::ForKind::Tensorized ? 1 : 0;
            return ir::withBody(*n, std::move(body));
        }
        if (const auto* n = s.as<ir::Block>()) {
            return visitBlock(*n);
        }
        if (const auto* n = s.as<ir::Store>(); n && n->buffer->scope != ir::Scope::Local) {
            return writtenOnce(*n, s);
        }
        return ir::mapChildren(s, [this](const Stmt& child) { return child.isNull() ? child : visit(child); });
    }

    const ir::Var& indexOf(const std::string& tag) const
    {
        return (isThread(tag) ? m_kernel.threadIndex : m_kernel.blockIndex)[dimensionOf(tag)];
    }

    Stmt bind(const ir::For& loop)
    {
        if (m_reductions.contains(loop.var.id())) {
            refuse(phrase("reduction loop {} is bound to {} inside another loop that its result depends on", loop.var.name(),
                          loop.threadTag));
            return {};
        }
        m_around.push_back(&loop);
        Stmt body = visit(loop.body);
        m_around.pop_back();
        const ir::Var& index = indexOf(loop.threadTag);
        m_indices[loop.var.id()] = index;
        if (m_pragmas.contains(loop.var.id())) {
            body = ir::makeStmt(ir::For{.var = loop.var, .extent = 1, .provenance = loop.provenance, .body = std::move(body)});
        }
        const auto& sizes = isThread(loop.threadTag) ? m_kernel.block : m_kernel.grid;
        if (loop.extent == sizes[dimensionOf(loop.threadTag)]) {
            return body;
        }
        const Expr inside = index < Expr(loop.extent);
        const bool fillsShared = m_owners.at(loop.var.id())->buffer->scope == ir::Scope::Shared;
        return fillsShared ? ir::makeStmt(ir::IfThen{inside, body, {}}) : guarded(body, inside);
    }

    /// Guards the stores of `s` except those to shared memory: threads without work in a stage still help to fill its shared
    /// buffers.
    static Stmt guarded(const Stmt& s, const Expr& condition)
    {
        const auto stores = ir::statementsOf<ir::Store>(s);
        const auto shared =
            std::ranges::count_if(stores, [](const ir::Store* store) { return store->buffer->scope == ir::Scope::Shared; });
        if (shared == std::ssize(stores)) {
            return s;
        }
        if (shared > 0 && (s.as<ir::Allocate>() || s.as<ir::For>() || s.as<ir::Block>())) {
            return ir::mapChildren(s, [&](const Stmt& child) { return guarded(child, condition); });
        }
        return ir::makeStmt(ir::IfThen{condition, s, {}});
    }

    /// The initial value of a reduction precedes its first loop; if that loop is bound to threads, both become one statement.
    Stmt visitBlock(const ir::Block& n)
    {
        std::vector<Stmt> out;
        for (size_t i = 0; i < n.statements.size(); ++i) {
            const auto* next = i + 1 < n.statements.size() ? n.statements[i + 1].as<ir::For>() : nullptr;
            if (next && next->kind == ir::ForKind::ThreadBinding && m_reductions.contains(next->var.id())) {
                out.push_back(reduceOverThreads(n.statements[i], *next));
                ++i;
            } else {
                out.push_back(visit(n.statements[i]));
            }
        }
        return ir::block(std::move(out));
    }

    Stmt reduceOverThreads(const Stmt& initial, const ir::For& loop)
    {
        const std::string& tag = loop.threadTag;
        const bool isOnlyReduction =
            tag == "threadIdx.x" && loop.extent == m_kernel.block[0] && m_kernel.threads() == loop.extent;
        const auto reduced = isOnlyReduction ? crossThreadReduction(initial, loop, m_kernel.threadIndex[0]) : std::nullopt;
        if (!reduced) {
            refuse(phrase("reduction loop {} is bound to {}; a reduction over threads must be the only reduction loop of its "
                          "stage, on threadIdx.x, with no other threads and one element per block",
                          loop.var.name(), tag));
            return {};
        }
        m_indices[loop.var.id()] = m_kernel.threadIndex[0];
        return *reduced;
    }

    Stmt writtenOnce(const ir::Store& store, const Stmt& s) const
    {
        Stmt out = s;
        for (size_t d = 0; d < 3; ++d) {
            const auto numbers = [&](const ir::For* loop) {
                const auto owner = m_owners.find(loop->var.id());
                return isThread(loop->threadTag) && dimensionOf(loop->threadTag) == d && owner != m_owners.end()
                    && owner->second->buffer == store.buffer;
            };
            const bool byLane = d == 0 && m_tensorized > 0; // distributeOverLanes() distributes its elements over the lanes
            if (m_kernel.block[d] > 1 && !byLane && std::none_of(m_around.begin(), m_around.end(), numbers)) {
                out = ir::makeStmt(ir::IfThen{Expr(m_kernel.threadIndex[d]) < Expr(1), out, {}});
            }
        }
        return out;
    }

    void refuse(const Sentence& sentence)
    {
        if (!m_error) {
            m_error = Error(ErrorCode::IllegalSchedule, phrase("Kernel {}: {}", m_kernel.name, sentence));
        }
    }

    const UnrollPragmas& m_pragmas;
    ir::DeviceKernel& m_kernel;
    ir::Substitution m_indices;
    std::unordered_map<const void*, const StageBounds*> m_owners;
    std::unordered_set<const void*> m_reductions;
    std::vector<const ir::For*> m_around;
    int m_tensorized = 0; ///< number of enclosing tensorized loops
    std::optional<Error> m_error;
};

} // namespace

Result<void> bindThreads(const BoundProgram& program, const Stmt& nest, const UnrollPragmas& pragmas, ir::DeviceKernel& kernel)
{
    return ThreadBinder(program, pragmas, kernel).run(nest);
}

} // namespace knobscope
