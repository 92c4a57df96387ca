// SPDX-License-Identifier: GPL-3.0-or-later
// Bindings for values that an expression uses more than once, so that each is computed once.
#pragma once

#include "core/ir/expr.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace knobscope::ir {

/// An expression whose shared nodes are bound. `bindings` and `body` make a Let.
struct SharedExpr {
    std::vector<LetBinding> bindings;
    Expr body;
};

/// Binds each element computation (arithmetic, casts, functions; not indices, conditions, reads) that `e` refers to more than
/// once by the same node, so that walking the result as a tree takes time linear in the number of nodes of `e`. A node used only
/// in one side of a select is bound within that side: it is not computed where the select guards it.
SharedExpr bindShared(const Expr& e);

/// Number of nodes of an expression, counted as a tree. A function counts as the number of its instructions.
int64_t weightOf(const Expr& e);

/// Applies formulas to earlier results and keeps the total size linear in the size of the formulas, however often each formula
/// uses its inputs.
class FormulaChain
{
public:
    using Formula = std::function<Expr(const std::vector<Expr>& inputs)>;

    /// Applies a formula. Inputs may be null, may be results of this chain, and must be safe to compute in any case. Binds an
    /// input that the formula uses more than once. Returns null if the formula does.
    Expr apply(const Formula& formula, const std::vector<Expr>& inputs);
    /// Names a result that several formulas use, so that it is computed once. Conditions, reads and constants are repeated.
    Expr named(const Expr& result);
    /// Completes a result with all bindings that it refers to. The chain is empty afterwards.
    Expr finish(const Expr& result);

private:
    bool isBound(const Expr& input, int64_t mentions, bool hasSelect) const;

    std::vector<LetBinding> m_bindings;
    const void* m_last = nullptr; ///< the latest result
    int64_t m_unbound = 0; ///< number of nested formulas in it
};

} // namespace knobscope::ir
