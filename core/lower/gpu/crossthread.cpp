// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/crossthread.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

/// `place = place op value`: op and value.
std::optional<ir::Binary> accumulation(const ir::Store& store)
{
    const auto* n = store.value.as<ir::Binary>();
    const bool folds = n && (n->op == BinaryOp::Add || n->op == BinaryOp::Max) && ir::loadsOwnPlace(store, n->a);
    return folds ? std::optional(*n) : std::nullopt;
}

/// partial[t] = partial[t] op partial[t + half], until thread 0 can fold the last two or three into the result. Folding those at
/// once leaves no step that reads only what its own thread wrote, so that each barrier between steps is needed.
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

} // namespace

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
        return ir::block({initial, body}); // a guard may leave the only value out
    }
    const Stmt identity = ir::makeStmt(ir::Store{partial, {Expr(thread)}, start->value});
    const bool guarded = !ir::statementsOf<ir::IfThen>(loop.body).empty();
    return ir::makeStmt(ir::Allocate{
        partial, ir::block({guarded ? identity : Stmt(), body, foldTree(partial, loop.extent, *op, *start, Expr(thread))})});
}

} // namespace knobscope
