// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/passes.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::BinaryOp;
using ir::Expr;
using ir::Stmt;

namespace {

/// Whether a select between constants, or between other such selects, tests the variable.
bool picksFromTable(const Stmt& s, const ir::Var& var)
{
    const auto picks = [&](const Expr& part) {
        const auto* choice = part.as<ir::Select>();
        const auto* test = choice ? choice->condition.as<ir::Binary>() : nullptr;
        return test && test->op == BinaryOp::Eq && choice->whenTrue.type().isFloat() && ir::usesVar(test->a, var);
    };
    return std::ranges::any_of(ir::statementsOf<ir::Store>(s),
                               [&](const ir::Store* store) { return ir::anyExpr(store->value, picks); });
}

std::optional<double> asNumber(const Expr& e)
{
    const auto* n = e.as<ir::FloatImm>();
    return n ? std::optional(n->value) : std::nullopt;
}

/// Folds products and sums of constants, and with 0 and 1.
Expr foldNumbers(const Expr& e)
{
    const auto* n = e.as<ir::Binary>();
    if (!n || !e.type().isFloat() || (n->op != BinaryOp::Mul && n->op != BinaryOp::Add)) {
        return e;
    }
    const auto a = asNumber(n->a);
    const auto b = asNumber(n->b);
    if (a && b) {
        return ir::constant(n->op == BinaryOp::Mul ? *a * *b : *a + *b, e.type());
    }
    const double neutral = n->op == BinaryOp::Mul ? 1 : 0;
    if (a == neutral || b == neutral) {
        return a == neutral ? n->b : n->a;
    }
    const bool vanishes = n->op == BinaryOp::Mul && (a == 0.0 || b == 0.0);
    return vanishes ? ir::constant(0, e.type()) : e;
}

/// Folds constants in stores; drops `x = x`, which remains of adding 0.
Stmt foldStores(const Stmt& s)
{
    return ir::transformStmt(s, [](const Stmt& part) {
        const auto* store = part.as<ir::Store>();
        if (!store) {
            return part;
        }
        const Expr value = ir::transformExpr(store->value, foldNumbers);
        if (ir::readsStoredElement(*store, value)) {
            return Stmt();
        }
        return value.id() == store->value.id() ? part : ir::makeStmt(ir::Store{store->buffer, store->indices, value});
    });
}

} // namespace

Stmt unrollTables(const Stmt& body)
{
    bool any = false;
    const Stmt out = ir::transformStmt(body, [&](const Stmt& s) {
        const auto* loop = s.as<ir::For>();
        if (!loop || loop->kind != ir::ForKind::Unrolled || !picksFromTable(loop->body, loop->var)) {
            return s;
        }
        any = true;
        std::vector<Stmt> copies;
        for (int64_t i = 0; i < loop->extent; ++i) {
            copies.push_back(foldStores(ir::substitute(loop->body, {{loop->var.id(), Expr(i)}})));
        }
        return ir::block(std::move(copies));
    });
    return any ? foldStores(out) : body;
}

} // namespace knobscope
