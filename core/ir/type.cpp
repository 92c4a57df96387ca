// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/type.h"

#include <algorithm>
#include <array>

namespace knobscope::ir {

namespace {

constexpr std::array<DataType, 12> kSupported{
    float32, float64, float16, bfloat16, int8, uint8, {TypeCode::Int, 16}, {TypeCode::UInt, 16}, int32, {TypeCode::UInt, 32},
    int64,   boolean};

} // namespace

std::string DataType::text() const
{
    constexpr std::array<std::string_view, 6> kNames{"int", "uint", "float", "bfloat", "bool", "tfloat"}; // by code
    const std::string_view name = kNames.at(static_cast<size_t>(code));
    return isBool() ? std::string(name) : fmt::format("{}{}", name, bits);
}

Result<DataType> parseType(std::string_view text)
{
    if (const auto* const named = std::ranges::find(kSupported, text, &DataType::text); named != kSupported.end()) {
        return *named;
    }
    return fail(ErrorCode::InvalidArgument,
                "'{}' is not a supported element type; use float32, float64, float16, bfloat16, int8, uint8, int16, uint16, "
                "int32, uint32 or int64",
                text);
}

} // namespace knobscope::ir
