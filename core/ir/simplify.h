// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/affine.h"

namespace knobscope::ir {

/// Returns an expression with the same value for all variables in their ranges: integer sums in canonical form, comparisons and
/// selects folded if the ranges decide them, indices of reads simplified too. Element arithmetic (float) keeps its order.
Expr simplify(const Expr& e, const Ranges& ranges);

} // namespace knobscope::ir
