// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/type.h"

#include <algorithm>
#include <array>

namespace knobscope::ir {

namespace {

struct NamedType {
    std::string_view name;
    DataType type;
};

constexpr std::array<NamedType, 12> kNamedTypes{{
    {"float32", float32},
    {"float64", float64},
    {"float16", float16},
    {"bfloat16", bfloat16},
    {"int8", int8},
    {"uint8", uint8},
    {"int16", {TypeCode::Int, 16}},
    {"uint16", {TypeCode::UInt, 16}},
    {"int32", int32},
    {"uint32", {TypeCode::UInt, 32}},
    {"int64", int64},
    {"bool", boolean},
}};

} // namespace

std::string DataType::text() const
{
    if (*this == tfloat32) {
        return "tfloat32";
    }
    const auto named = std::ranges::find(kNamedTypes, *this, &NamedType::type);
    return named != kNamedTypes.end() ? std::string(named->name) : fmt::format("type({},{})", static_cast<int>(code), bits);
}

Result<DataType> parseType(std::string_view text)
{
    if (const auto named = std::ranges::find(kNamedTypes, text, &NamedType::name); named != kNamedTypes.end()) {
        return named->type;
    }
    return fail(ErrorCode::InvalidArgument,
                "'{}' is not a supported element type; use float32, float64, float16, bfloat16, int8, uint8, int16, uint16, "
                "int32, uint32 or int64",
                text);
}

} // namespace knobscope::ir
