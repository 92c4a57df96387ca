// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/bounds.h"

#include <cstdint>

namespace knobscope::ir {

/// constant + sum of coefficient * atom, where an atom is a variable or an expression that is not a sum
/// (a floor division, a remainder, a minimum, …). Terms are in a fixed order and no coefficient is zero, so two equal
/// sums have equal forms and differences cancel.
struct Affine {
    struct Term {
        Expr atom;
        int64_t coefficient = 0;
    };
    int64_t constant = 0;
    std::vector<Term> terms;

    bool isConstant() const { return terms.empty(); }
    /// The coefficient of a variable; 0 when it does not occur as an atom of its own.
    int64_t coefficientOf(const Var& var) const;
};

/// Canonical form of an integer expression. Floor divisions and remainders are simplified with the ranges first:
/// (32*i + j)/16 with j in [0, 16) is 2*i.
Affine toAffine(const Expr& e, const Ranges& ranges);
Expr toExpr(const Affine& a);
Affine add(const Affine& a, const Affine& b, int64_t factorOfB = 1);
/// Rewrites every d*floor(x/d) + x mod d in the sum as x, which undoes the split of a fused axis. toAffine does so for written
/// sums; this is for sums built with add().
Affine joinQuotients(Affine sum, const Ranges& ranges);
/// Flat index of an element in its buffer, row-major: the last index moves by one element.
Affine flatIndex(const BufferNode& buffer, const std::vector<Expr>& indices, const Ranges& ranges);
std::optional<Interval> boundsOf(const Affine& a, const Ranges& ranges);

} // namespace knobscope::ir
