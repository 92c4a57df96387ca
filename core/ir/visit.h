// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"
#include "core/ir/tensor.h"

#include <functional>
#include <unordered_map>

namespace knobscope::ir {

using Substitution = std::unordered_map<const void*, Expr>; ///< keyed by Var::id()

/// Calls `visit` on each direct child of `e`.
void forEachChild(const Expr& e, const std::function<void(const Expr&)>& visit);
/// Calls `visit` on `e` and all its descendants, parents first.
void forEachExpr(const Expr& e, const std::function<void(const Expr&)>& visit);
/// Replaces the direct children of an expression by the results of `map`; returns `e` itself if none changed.
Expr mapChildren(const Expr& e, const std::function<Expr(const Expr&)>& map);
/// Rebuilds bottom-up: `rewrite` sees each node with its children already rewritten and returns the replacement.
Expr transformExpr(const Expr& e, const std::function<Expr(const Expr&)>& rewrite);
/// Replaces variables and references to Let variables by expressions.
Expr substitute(const Expr& e, const Substitution& values);
/// Whether `holds` is true for `e` or a descendant.
bool anyExpr(const Expr& e, const std::function<bool(const Expr&)>& holds);
bool usesVar(const Expr& e, const Var& var);
/// Whether `e` uses a variable for which `isMeant` is true.
bool usesVar(const Expr& e, const std::function<bool(const Var&)>& isMeant);

/// Calls `visit` on each direct child of `s`.
void forEachChild(const Stmt& s, const std::function<void(const Stmt&)>& visit);
/// Calls `visit` on `s` and all its descendants, parents first.
void forEachStmt(const Stmt& s, const std::function<void(const Stmt&)>& visit);
/// `s` and its descendants of one kind, parents first: `statementsOf<Store>(loop.body)`.
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
/// Calls `visit` on every expression in `s` and its descendants (indices, values, conditions), and on their subexpressions.
void forEachExprIn(const Stmt& s, const std::function<void(const Expr&)>& visit);
/// Whether `holds` is true for one of these expressions.
bool anyExprIn(const Stmt& s, const std::function<bool(const Expr&)>& holds);
/// Calls `visit` on the indices of every element that `s` and its descendants read or write.
void forEachAccess(const Stmt& s, const std::function<void(const Buffer&, const std::vector<Expr>&)>& visit);
/// Applies `rewrite` to every expression held by statements (indices, values, conditions), keeping structure.
Stmt transformExprsIn(const Stmt& s, const std::function<Expr(const Expr&)>& rewrite);
/// Replaces the direct children of a statement by the results of `visit`: the default case of a pass. `visit` may return null to
/// remove a child, and may receive null (no else).
Stmt mapChildren(const Stmt& s, const std::function<Stmt(const Stmt&)>& visit);
/// Redirects each access to the fragment that `moved` returns; nullopt leaves the access unchanged.
using MovedAccess = std::function<std::optional<Fragment>(const Buffer&, const std::vector<Expr>&)>;
Stmt moveAccesses(const Stmt& s, const MovedAccess& moved);
/// Rebuilds bottom-up; `rewrite` may return a null Stmt to remove the statement.
Stmt transformStmt(const Stmt& s, const std::function<Stmt(const Stmt&)>& rewrite);
Stmt substitute(const Stmt& s, const Substitution& values);
bool usesVar(const Stmt& s, const Var& var);
/// Whether `s` or a descendant stores into the buffer.
bool storesInto(const Stmt& s, const BufferNode& buffer);

} // namespace knobscope::ir
