// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/branches.h"

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
    Expr value; ///< where it holds
};

bool isZero(const Expr& e)
{
    const auto* integer = e.as<ir::IntImm>();
    const auto* number = e.as<ir::FloatImm>();
    return (integer && integer->value == 0) || (number && number->value == 0);
}

std::optional<Conditional> asConditional(const Expr& e)
{
    if (const auto* choice = e.as<ir::Select>()) {
        return isZero(choice->whenFalse) ? std::optional(Conditional{choice->condition, choice->whenTrue}) : std::nullopt;
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

bool readsItsPlace(const ir::Store& store, const Expr& e)
{
    const auto* load = e.as<ir::Load>();
    return load && load->buffer == store.buffer
        && std::equal(load->indices.begin(), load->indices.end(), store.indices.begin(), store.indices.end(),
                      [](const Expr& i, const Expr& j) { return ir::structurallyEqual(i, j); });
}

Stmt asBranch(const Stmt& s)
{
    const auto* store = s.as<ir::Store>();
    if (!store) {
        return s;
    }
    const auto storing = [&](const Expr& value) {
        return selectsToBranches(ir::makeStmt(ir::Store{store->buffer, store->indices, value}));
    };
    if (const auto* choice = store->value.as<ir::Select>()) {
        return ir::makeStmt(ir::IfThen{choice->condition, storing(choice->whenTrue), storing(choice->whenFalse)});
    }
    const auto* sum = store->value.as<ir::Binary>();
    if (sum && sum->op == ir::BinaryOp::Add && readsItsPlace(*store, sum->a)) {
        if (const auto added = asConditional(sum->b)) {
            return ir::makeStmt(ir::IfThen{added->condition, storing(sum->a + added->value), {}});
        }
    }
    return s;
}

} // namespace

Stmt selectsToBranches(const Stmt& s)
{
    return ir::transformStmt(s, asBranch);
}

} // namespace knobscope
