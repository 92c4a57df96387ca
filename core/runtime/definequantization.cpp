// SPDX-License-Identifier: GPL-3.0-or-later
// QuantizeLinear, DequantizeLinear and SubtractZeroPoint. Inside of kernels the integers are float32 numbers.
#include "core/runtime/definition.h"

#include <optional>

namespace knobscope {
namespace {

using ir::Expr;

Expr floatOf(double value)
{
    return ir::constant(value, ir::float32);
}

/// Returns the only number of a constant input, or `fallback` for an absent one; nullopt if it has several or is computed.
std::optional<double> onlyNumber(const OperatorCall& call, size_t input, double fallback)
{
    const Tensor* known = call.known(input);
    return known && known->size() == 1 ? std::optional(known->reals()[0])
         : call.has(input)             ? std::nullopt
                                       : std::optional(fallback);
}

/// x minus a zero point, which a quantized integer adds last.
Expr withoutZero(const Expr& x, double zero)
{
    const auto* sum = x.as<ir::Binary>();
    const auto* added = sum && sum->op == ir::BinaryOp::Add ? sum->b.as<ir::FloatImm>() : nullptr;
    return zero == 0 ? x : added && added->value == zero ? sum->a : x - floatOf(zero);
}

} // namespace

/// Clamping to integers before rounding gives the same as after. What is no number becomes 0.
Expr quantized(const OperatorCall& call, const Expr& x)
{
    constexpr double rounder = 12582912; // 1.5 * 2^23: adding it rounds to an integer, ties to even
    const auto scale = onlyNumber(call, 1, 1);
    const auto zero = onlyNumber(call, 2, 0);
    if (!scale || !zero || x.isNull()) {
        return {};
    }
    const bool isSigned = call.has(2) && call.type(2).number == ir::int8;
    const Expr low = floatOf((isSigned ? -128 : 0) - *zero);
    const Expr high = floatOf((isSigned ? 127 : 255) - *zero);
    const Expr scaled = *scale == 1 ? x : x / floatOf(*scale);
    const Expr above = isSigned ? ir::max(scaled, low) : ir::select(scaled > low, scaled, low); // the latter is low for NaN: 0
    const Expr steps = (ir::min(above, high) + floatOf(rounder)) - floatOf(rounder);
    const Expr shifted = *zero == 0 ? steps : steps + floatOf(*zero);
    return isSigned ? ir::select(steps == steps, shifted, floatOf(0)) : shifted;
}

Expr dequantized(const OperatorCall& call, const Expr& x)
{
    const auto scale = onlyNumber(call, 1, 1);
    const auto zero = onlyNumber(call, 2, 0);
    return scale && zero && !x.isNull() ? withoutZero(x, *zero) * floatOf(*scale) : Expr();
}

Expr withoutZeroPoint(const OperatorCall& call, const Expr& x)
{
    const auto zero = onlyNumber(call, 1, 0);
    return zero && !x.isNull() ? withoutZero(x, *zero) : Expr();
}

} // namespace knobscope
