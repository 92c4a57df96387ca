// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/logarithm.h"

#include "core/ir/sharing.h"

#include <cmath>
#include <numbers>

namespace knobscope {
namespace {

ir::Expr real(double value)
{
    return ir::constant(value, ir::float32);
}

} // namespace

/// Twice the area hyperbolic tangent of x / (2 + x), whose series ends 1.4e-8 off at 1.
ir::Expr logOfOnePlus(const ir::Expr& x)
{
    const ir::Expr inverse = real(1) / (real(2) + x);
    const ir::Expr square = (x * inverse) * (x * inverse);
    ir::Expr series = real(1.0 / 13);
    for (const double divisor : {11, 9, 7, 5, 3, 1}) {
        series = series * square + real(1 / divisor);
    }
    return x * (real(2) * inverse * series);
}

/// Divides by powers of two until x is below 2.
ir::Expr logOfSum(ir::Expr x)
{
    ir::Expr log = real(0);
    for (const int bits : {16, 8, 4, 2, 1}) {
        const double factor = std::exp2(bits);
        const ir::Expr isAbove = x >= real(factor);
        log = log + ir::select(isAbove, real(bits * std::numbers::ln2), real(0));
        x = ir::select(isAbove, x * real(1 / factor), x);
    }
    ir::SharedExpr shared = ir::bindShared(log + logOfOnePlus(x - real(1)));
    return ir::let(std::move(shared.bindings), shared.body);
}

ir::Expr softplus(const ir::Expr& x)
{
    return ir::max(x, real(0)) + logOfOnePlus(ir::exp(real(0) - ir::abs(x)));
}

} // namespace knobscope
