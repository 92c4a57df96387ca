// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/simplify.h"

#include "core/ir/visit.h"

namespace knobscope::ir {

namespace {

/// Narrower integers are elements: their factors have their own types, and their sums wrap around.
bool isIndexArithmetic(const Expr& e)
{
    return e.type() == indexType && (e.as<Binary>() || e.as<VarRef>());
}

/// Rewrites a comparison of integers as "difference op 0" and folds it if the bounds decide it.
Expr simplifyComparison(const Binary& n, const Ranges& ranges)
{
    const Affine difference = add(toAffine(n.a, ranges), toAffine(n.b, ranges), -1);
    if (const auto bounds = boundsOf(difference, ranges)) {
        Ranges one;
        const Var d("d");
        one.set(d, *bounds);
        const auto outcome = boundsOf(binary(n.op, Expr(d), Expr(0)), one);
        if (outcome && outcome->isPoint()) {
            return outcome->min != 0 ? trueExpr() : !trueExpr();
        }
    }
    return binary(n.op, toExpr(toAffine(n.a, ranges)), toExpr(toAffine(n.b, ranges)));
}

Expr simplifyNode(const Expr& e, const Ranges& ranges)
{
    if (isIndexArithmetic(e)) {
        return toExpr(toAffine(e, ranges));
    }
    if (const auto* n = e.as<Binary>(); n && isComparison(n->op) && n->op < BinaryOp::And && n->a.type() == indexType) {
        return simplifyComparison(*n, ranges);
    }
    return e;
}

} // namespace

Expr simplify(const Expr& e, const Ranges& ranges)
{
    // Sums are brought to canonical form from the top; descending first would repeat that work at each level.
    if (isIndexArithmetic(e)) {
        return toExpr(toAffine(e, ranges));
    }
    return transformExpr(e, [&](const Expr& part) { return simplifyNode(part, ranges); });
}

} // namespace knobscope::ir
