// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/tensor.h"

#include "core/graph/numbers.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace knobscope {

std::optional<ir::DataType> numberTypeNamed(std::string_view name)
{
    constexpr std::array kTypes = {ir::float32,
                                   ir::float64,
                                   ir::int8,
                                   numberTypeOf<int16_t>(),
                                   ir::int32,
                                   ir::int64,
                                   ir::uint8,
                                   numberTypeOf<uint16_t>(),
                                   numberTypeOf<uint32_t>(),
                                   numberTypeOf<uint64_t>(),
                                   ir::boolean};
    const auto* const found = std::ranges::find(kTypes, name, &ir::DataType::text);
    return found == kTypes.end() ? std::nullopt : std::optional(*found);
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

Tensor Tensor::view(TensorType type, std::byte* elements)
{
    Tensor tensor;
    const size_t size = static_cast<size_t>(elementsOf(type.shape)) * bytesOf(type.number);
    tensor.m_type = std::move(type);
    tensor.m_bytes = ZeroedBytes::view({elements, size});
    return tensor;
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
