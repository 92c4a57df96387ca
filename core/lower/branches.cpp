// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/passes.h"

#include "core/ir/visit.h"

#include <algorithm>
#include <optional>

namespace knobscope {

using ir::Expr;
using ir::Stmt;

namespace {

/// A value that is zero unless a condition holds.
struct Conditional {
    Expr condition;
    Expr value; ///< if the condition holds
};

std::optional<Conditional> asConditional(const Expr& e)
{
    if (const auto* choice = e.as<ir::Select>()) {
        return ir::isZero(choice->whenFalse) ? std::optional(Conditional{choice->condition, choice->whenTrue}) : std::nullopt;
    }
    if (const auto* n = e.as<ir::Cast>()) {
        const auto inner = asConditional(n->value);
        return inner ? std::optional(Conditional{inner->condition, ir::cast(e.type(), inner->value)}) : std::nullopt;
    }
    const auto* product = e.as<ir::Binary>();
    if (!product || product->op != ir::BinaryOp::Mul) {
        return std::nullopt;
    }
    if (const auto left = asConditional(product->a)) {
        return Conditional{left->condition, left->value * product->b};
    }
    const auto right = asConditional(product->b);
    return right ? std::optional(Conditional{right->condition, product->a * right->value}) : std::nullopt;
}

/// A step of a maximum, place = max(place, value), that changes nothing unless a condition holds.
std::optional<Conditional> asGuardedMaximum(const ir::Store& store)
{
    const auto* step = store.value.as<ir::Binary>();
    const auto* choice = step && step->op == ir::BinaryOp::Max ? step->b.as<ir::Select>() : nullptr;
    const bool isGuarded = choice && ir::readsStoredElement(store, step->a)
                        && ir::structurallyEqual(choice->whenFalse, ir::reduceIdentity(ir::ReduceOp::Max, step->b.type()));
    return isGuarded ? std::optional(Conditional{choice->condition, ir::max(step->a, choice->whenTrue)}) : std::nullopt;
}

Stmt asBranch(const Stmt& s)
{
    const auto* store = s.as<ir::Store>();
    if (!store) {
        return s;
    }
    const auto storing = [&](const Expr& value) {
        return lowerSelects(ir::makeStmt(ir::Store{store->buffer, store->indices, value}));
    };
    if (const auto* choice = store->value.as<ir::Select>()) {
        return ir::makeStmt(ir::IfThen{choice->condition, storing(choice->whenTrue), storing(choice->whenFalse)});
    }
    if (const auto greater = asGuardedMaximum(*store)) {
        return ir::makeStmt(ir::IfThen{greater->condition, storing(greater->value), {}});
    }
    const Expr* sum = ir::addedValue(*store);
    const auto added = sum ? asConditional(*sum) : std::nullopt;
    if (!added) {
        return s;
    }
    return ir::makeStmt(ir::IfThen{added->condition, storing(store->value.as<ir::Binary>()->a + added->value), {}});
}

} // namespace

Stmt lowerSelects(const Stmt& s)
{
    return ir::transformStmt(s, asBranch);
}

} // namespace knobscope
