// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/zeroedbytes.h"
#include "core/ir/type.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace knobscope {

/// Returns the element type of tensors with that name.
std::optional<ir::DataType> numberTypeNamed(std::string_view name);
/// Bytes of one element.
inline size_t bytesOf(ir::DataType type)
{
    return static_cast<size_t>(type.bytes());
}

/// Extents, outermost first; empty for a scalar.
using Shape = std::vector<int64_t>;

/// Limits of a tensor's elements and axes: larger values mean a corrupt or malicious file.
constexpr int64_t kMostElements = int64_t{1} << 30;
constexpr size_t kMostAxes = 64;

/// Number of elements of a valid shape.
int64_t elementsOf(const Shape& shape);
/// Returns an error for negative extents, and for more axes or elements than the limits.
Result<void> checkShape(const Shape& shape);
/// Text of a shape: "[1, 3, 224, 224]".
std::string shapeText(const Shape& shape);
/// Distance in elements between neighbours along each axis of a row-major tensor.
std::vector<int64_t> stridesOf(const Shape& shape);

/// Element type and shape of a tensor.
struct TensorType {
    ir::DataType number = ir::float32;
    Shape shape;

    /// Text such as "float32[1, 3, 224, 224]".
    std::string text() const { return fmt::format("{}{}", number.text(), shapeText(shape)); }
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Elements with their type, row-major. A bool is a byte of 0 or 1.
class Tensor
{
public:
    Tensor() = default;
    /// Makes a zeroed tensor. The shape must be valid.
    explicit Tensor(TensorType type);
    /// Elements in memory that the caller owns and keeps. A copy has its own memory.
    static Tensor view(TensorType type, std::byte* elements);
    /// `values` must have as many elements as the shape.
    template<class T>
    static Tensor of(Shape shape, const std::vector<T>& values);

    const TensorType& type() const { return m_type; }
    const Shape& shape() const { return m_type.shape; }
    ir::DataType number() const { return m_type.number; }
    int64_t size() const { return static_cast<int64_t>(m_bytes.size() / bytesOf(m_type.number)); }

    /// Elements as their own type, or as unsigned integers of the same width if they are only moved.
    template<class T>
    std::span<const T> as() const
    {
        return {reinterpret_cast<const T*>(m_bytes.data()), m_bytes.size() / sizeof(T)};
    }
    template<class T>
    std::span<T> as()
    {
        return {reinterpret_cast<T*>(m_bytes.data()), m_bytes.size() / sizeof(T)};
    }
    std::span<const std::byte> bytes() const { return m_bytes; }
    std::span<std::byte> bytes() { return m_bytes; }

    /// All elements as integers, rounded toward zero; for tensors of axes, extents and the like.
    std::vector<int64_t> integers() const;
    /// All elements as doubles.
    std::vector<double> reals() const;

private:
    TensorType m_type;
    ZeroedBytes m_bytes;
};

/// Element type of a C++ type.
template<class T>
constexpr ir::DataType numberTypeOf()
{
    constexpr int kBits = 8 * static_cast<int>(sizeof(T));
    return std::is_same_v<T, bool>     ? ir::boolean
         : std::is_floating_point_v<T> ? ir::DataType{ir::TypeCode::Float, kBits}
                                       : ir::DataType{std::is_signed_v<T> ? ir::TypeCode::Int : ir::TypeCode::UInt, kBits};
}

template<class T>
Tensor Tensor::of(Shape shape, const std::vector<T>& values)
{
    Tensor tensor(TensorType{numberTypeOf<T>(), std::move(shape)});
    std::copy_n(values.begin(), std::min(values.size(), static_cast<size_t>(tensor.size())), tensor.as<T>().begin());
    return tensor;
}

/// Calls `body.template operator()<T>()` with the C++ type of a floating-point type.
template<class Body>
decltype(auto) withReal(ir::DataType type, Body&& body)
{
    return type == ir::float64 ? body.template operator()<double>() : body.template operator()<float>();
}

/// Calls `body` with the C++ type of an element type.
template<class Body>
decltype(auto) withType(ir::DataType type, Body&& body)
{
    const bool isSigned = type.code == ir::TypeCode::Int;
    switch (type.isFloat() ? 0 : type.bits) {
    case 0: return withReal(type, body);
    case 8: return isSigned ? body.template operator()<int8_t>() : body.template operator()<uint8_t>();
    case 16: return isSigned ? body.template operator()<int16_t>() : body.template operator()<uint16_t>();
    case 32: return isSigned ? body.template operator()<int32_t>() : body.template operator()<uint32_t>();
    case 64: return isSigned ? body.template operator()<int64_t>() : body.template operator()<uint64_t>();
    default: return body.template operator()<bool>();
    }
}

/// Calls `body` with an unsigned type of the elements' width, for code that only moves elements.
template<class Body>
decltype(auto) withWidth(ir::DataType type, Body&& body)
{
    switch (bytesOf(type)) {
    case 1: return body.template operator()<uint8_t>();
    case 2: return body.template operator()<uint16_t>();
    case 4: return body.template operator()<uint32_t>();
    default: return body.template operator()<uint64_t>();
    }
}

} // namespace knobscope
