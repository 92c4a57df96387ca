// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions that mention a value more than once, with that value computed once.
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
/// once by the same node, so that a walk over the result as a tree takes time linear in the number of nodes of `e`. What only a
/// side of a select refers to is bound within that side: it is not computed where the select protects it.
SharedExpr bindShared(const Expr& e);

/// The nodes of an expression, counted as a tree. A function counts as the instructions that it becomes.
int64_t weightOf(const Expr& e);

/// Applies formulas one after the other to earlier results, and keeps the whole as large as the formulas are together, however
/// often each mentions its inputs.
class FormulaChain
{
public:
    using Formula = std::function<Expr(const std::vector<Expr>& inputs)>;

    /// What a formula makes of inputs, which may be null, may be results of this chain, and must be safe to compute in any case.
    /// An input that the formula mentions more than once is bound. Null where the formula returns null.
    Expr apply(const Formula& formula, const std::vector<Expr>& inputs);
    /// A result together with all that it refers to. The chain is empty afterwards.
    Expr finish(const Expr& result);

private:
    bool isBound(const Expr& input, int64_t mentions, bool hasSelect) const;

    std::vector<LetBinding> m_bindings;
    const void* m_last = nullptr; ///< the latest result
    int64_t m_unbound = 0; ///< formulas that are nested in it
};

} // namespace knobscope::ir
