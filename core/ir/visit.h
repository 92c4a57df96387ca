// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/tensor.h"

#include <functional>
#include <unordered_map>

namespace knobscope::ir {

using Substitution = std::unordered_map<const void*, Expr>; ///< keyed by Var::id()

/// Calls `visit` on each expression right below `e`.
void forEachChild(const Expr& e, const std::function<void(const Expr&)>& visit);
/// Calls `visit` on `e` and every expression below it, parents first.
void forEachExpr(const Expr& e, const std::function<void(const Expr&)>& visit);
/// The expression with its children, one level down, replaced by what `map` makes of them; itself when none changed.
Expr mapChildren(const Expr& e, const std::function<Expr(const Expr&)>& map);
/// Rebuilds bottom-up: `rewrite` sees each node with its children already rewritten and returns the replacement.
Expr transformExpr(const Expr& e, const std::function<Expr(const Expr&)>& rewrite);
/// Replaces variables, and references to a Let's, by expressions.
Expr substitute(const Expr& e, const Substitution& values);
/// Whether it `holds` of `e` or an expression below it.
bool anyExpr(const Expr& e, const std::function<bool(const Expr&)>& holds);
bool usesVar(const Expr& e, const Var& var);
/// Whether a variable that `isMeant` is in it.
bool usesVar(const Expr& e, const std::function<bool(const Var&)>& isMeant);

/// Calls `visit` on each statement right below `s`.
void forEachChild(const Stmt& s, const std::function<void(const Stmt&)>& visit);
/// Calls `visit` on `s` and every statement below it, parents first.
void forEachStmt(const Stmt& s, const std::function<void(const Stmt&)>& visit);
/// `s` and the statements below it that are of one kind, parents first: `statementsOf<Store>(loop.body)`.
template<class Kind>
std::vector<const Kind*> statementsOf(const Stmt& s)
{
    std::vector<const Kind*> found;
    forEachStmt(s, [&](const Stmt& part) {
        if (const auto* one = part.as<Kind>()) {
            found.push_back(one);
        }
    });
    return found;
}
/// Calls `visit` on every expression that `s` and the statements below it hold (indices, values, conditions), and on those below.
void forEachExprIn(const Stmt& s, const std::function<void(const Expr&)>& visit);
/// Whether it `holds` of one of these expressions.
bool anyExprIn(const Stmt& s, const std::function<bool(const Expr&)>& holds);
/// Calls `visit` on the place of every element that `s` and the statements below it read or write.
void forEachAccess(const Stmt& s, const std::function<void(const Buffer&, const std::vector<Expr>&)>& visit);
/// Applies `rewrite` to every expression held by statements (indices, values, conditions), keeping structure.
Stmt transformExprsIn(const Stmt& s, const std::function<Expr(const Expr&)>& rewrite);
/// The statement with its children, one level down, replaced by what `visit` makes of them: what a pass does with statements that
/// are none of its business. One that makes nothing of a child returns a null Stmt; `visit` may meet one (no else).
Stmt mapChildren(const Stmt& s, const std::function<Stmt(const Stmt&)>& visit);
/// With every access moved to the place that `moved` answers; those for which it answers nothing stay.
using MovedAccess = std::function<std::optional<Fragment>(const Buffer&, const std::vector<Expr>&)>;
Stmt moveAccesses(const Stmt& s, const MovedAccess& moved);
/// Rebuilds bottom-up; `rewrite` may return a null Stmt to remove the statement.
Stmt transformStmt(const Stmt& s, const std::function<Stmt(const Stmt&)>& rewrite);
Stmt substitute(const Stmt& s, const Substitution& values);
bool usesVar(const Stmt& s, const Var& var);
/// Whether `s` or a statement below it is a store to the buffer.
bool storesInto(const Stmt& s, const BufferNode& buffer);

} // namespace knobscope::ir
