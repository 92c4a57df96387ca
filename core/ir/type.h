// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace knobscope::ir {

/// TFloat is NVIDIA's TF32: a float32 whose mantissa has been rounded to 10 bits, stored in 32.
enum class TypeCode : uint8_t { Int, UInt, Float, BFloat, Bool, TFloat };

/// The type of one tensor element or scalar, written as AutoTVM does: "float32", "int8", "bfloat16", "bool".
struct DataType {
    TypeCode code = TypeCode::Float;
    int bits = 32;

    friend bool operator==(const DataType&, const DataType&) = default;

    bool isFloat() const { return code == TypeCode::Float || code == TypeCode::BFloat || code == TypeCode::TFloat; }
    bool isInteger() const { return code == TypeCode::Int || code == TypeCode::UInt; }
    bool isBool() const { return code == TypeCode::Bool; }
    /// Storage size of one element in bytes; a bool takes one.
    int bytes() const { return code == TypeCode::Bool ? 1 : bits / 8; }
    std::string text() const;
};

inline constexpr DataType float32{TypeCode::Float, 32};
inline constexpr DataType float64{TypeCode::Float, 64};
inline constexpr DataType float16{TypeCode::Float, 16};
inline constexpr DataType bfloat16{TypeCode::BFloat, 16};
/// For intermediate values of a computation; no argument has this type.
inline constexpr DataType tfloat32{TypeCode::TFloat, 32};
inline constexpr DataType int8{TypeCode::Int, 8};
inline constexpr DataType uint8{TypeCode::UInt, 8};
inline constexpr DataType int32{TypeCode::Int, 32};
inline constexpr DataType int64{TypeCode::Int, 64};
inline constexpr DataType boolean{TypeCode::Bool, 1};
/// Accumulator type for long sums: float32 for 16-bit floats, which lose small terms; otherwise the type itself.
constexpr DataType sumTypeOf(DataType type)
{
    return type == float16 || type == bfloat16 ? float32 : type;
}
/// The type of loop variables and indices.
inline constexpr DataType indexType = int64;

/// Parses "float32" and similar names; fails for other texts, with the text in the error.
Result<DataType> parseType(std::string_view text);

} // namespace knobscope::ir
