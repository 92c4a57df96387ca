// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace knobscope::ir {

/// The quotient rounded down, as for indices; C++ rounds towards zero. `b` must not be 0, nor the quotient 2^63.
constexpr int64_t floorDivide(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

/// The remainder of floorDivide(): in [0, b) for a positive `b`. `b` must not be 0.
constexpr int64_t floorModulo(int64_t a, int64_t b)
{
    const int64_t rest = b == -1 ? 0 : a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// The quotient rounded up. `b` must not be 0, nor the quotient 2^63.
constexpr int64_t ceilDivide(int64_t a, int64_t b)
{
    return a / b + (a % b != 0 && (a < 0) == (b < 0) ? 1 : 0);
}

/// The smallest multiple of the positive `unit` that is at least `value`, which must not be negative.
template<class Integer>
constexpr Integer roundedUp(Integer value, Integer unit)
{
    return (value + unit - 1) / unit * unit;
}

} // namespace knobscope::ir
