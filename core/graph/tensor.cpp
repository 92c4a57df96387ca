// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/tensor.h"

#include "core/graph/numbers.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace knobscope {

constexpr std::array<std::string_view, 11> kTypeNames = {"float32", "float64", "int8",   "int16",  "int32", "int64",
                                                         "uint8",   "uint16",  "uint32", "uint64", "bool"};

std::string_view nameOf(NumberType type)
{
    return kTypeNames[static_cast<size_t>(type)];
}

std::optional<NumberType> numberTypeNamed(std::string_view name)
{
    const auto found = std::ranges::find(kTypeNames, name);
    return found == kTypeNames.end() ? std::nullopt : std::optional(static_cast<NumberType>(found - kTypeNames.begin()));
}

size_t bytesOf(NumberType type)
{
    constexpr std::array<size_t, 11> kBytes = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 1};
    return kBytes[static_cast<size_t>(type)];
}

int64_t elementsOf(const Shape& shape)
{
    int64_t elements = 1;
    for (const int64_t extent : shape) {
        elements *= extent;
    }
    return elements;
}

Result<void> checkShape(const Shape& shape)
{
    if (shape.size() > kMostAxes) {
        return fail(ErrorCode::LimitExceeded, "a tensor has {} axes; the limit is {}", shape.size(), kMostAxes);
    }
    // Counts an extent of 0 as 1: among huge extents it would hide overflows in the strides.
    int64_t elements = 1;
    for (const int64_t extent : shape) {
        if (extent < 0) {
            return fail(ErrorCode::InvalidArgument, "the shape {} has a negative extent", shapeText(shape));
        }
        if (__builtin_mul_overflow(elements, std::max<int64_t>(extent, 1), &elements) || elements > kMostElements) {
            return fail(ErrorCode::LimitExceeded, "a tensor of shape {} is too large; the limit is {} elements", shapeText(shape),
                        kMostElements);
        }
    }
    return {};
}

std::string shapeText(const Shape& shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

std::vector<int64_t> stridesOf(const Shape& shape)
{
    std::vector<int64_t> strides(shape.size(), 1);
    for (size_t axis = shape.size(); axis-- > 1;) {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    return strides;
}

Tensor::Tensor(TensorType type)
    : m_type(std::move(type))
    , m_bytes(static_cast<size_t>(elementsOf(m_type.shape)) * bytesOf(m_type.number))
{
}

std::vector<int64_t> Tensor::integers() const
{
    std::vector<int64_t> values;
    withType(number(), [&]<class T>() {
        for (const T value : as<T>()) {
            values.push_back(castNumber<int64_t>(value));
        }
    });
    return values;
}

std::vector<double> Tensor::reals() const
{
    std::vector<double> values;
    values.reserve(static_cast<size_t>(size()));
    withType(number(), [&]<class T>() {
        for (const T value : as<T>()) {
            values.push_back(static_cast<double>(value));
        }
    });
    return values;
}

} // namespace knobscope
