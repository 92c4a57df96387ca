// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/expr.h"

// Logarithms of a limited range, as expressions of float32. NaN stays NaN.

namespace knobscope {

/// log(1 + x) for x from 0 to 1; relatively right near 0.
ir::Expr logOfOnePlus(const ir::Expr& x);
/// log(x) for x from 1 to 2^32, as sums of softmax's powers are.
ir::Expr logOfSum(ir::Expr x);
/// log(1 + e^x) for any x.
ir::Expr softplus(const ir::Expr& x);

} // namespace knobscope
