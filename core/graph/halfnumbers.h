// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace knobscope {

/// A binary format of 16 bits, for values that are kept as float32.
struct HalfFormat {
    int digits;     ///< of the significand, with the leading one
    int leastPower; ///< of two: the smallest positive number
    double largest;
    /// Unit of rounding, relative to the number.
    double unit() const { return std::ldexp(1.0, -digits); }
};
constexpr HalfFormat kFloat16{11, -24, 65504};
constexpr HalfFormat kBfloat16{8, -133, 0x1.FEp127};

/// Rounds to the nearest number of the format, ties to even; numbers beyond the largest become infinite, NaN stays NaN.
inline float roundedTo(const HalfFormat& format, double value)
{
    if (!std::isfinite(value)) {
        return static_cast<float>(value);
    }
    int exponent = 0;
    (void)std::frexp(value, &exponent);
    const int step = std::max(exponent - format.digits, format.leastPower);
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(value, -step)), step);
    const bool isBeyond = std::abs(rounded) > format.largest;
    return static_cast<float>(isBeyond ? std::copysign(std::numeric_limits<double>::infinity(), value) : rounded);
}

inline float fromFloat16(uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    const float size = exponent == 31
                         ? (fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity())
                     : exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                     : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

/// The bits of a number that is rounded to bfloat16.
inline uint16_t toBfloat16(float rounded)
{
    uint32_t wide = 0;
    std::memcpy(&wide, &rounded, sizeof wide);
    return static_cast<uint16_t>(wide >> 16);
}

inline float fromBfloat16(uint16_t bits)
{
    const uint32_t wide = static_cast<uint32_t>(bits) << 16;
    float value = 0;
    std::memcpy(&value, &wide, sizeof value);
    return value;
}

} // namespace knobscope
