// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/zeroedbytes.h"

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

/// Element type of a tensor.
enum class NumberType : uint8_t { Float32, Float64, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Bool };

/// Name of a type: "float32", "int64", "bool", …
std::string_view nameOf(NumberType type);
/// Returns the type with that name.
std::optional<NumberType> numberTypeNamed(std::string_view name);
/// Bytes of one element.
size_t bytesOf(NumberType type);
/// True for floating-point types.
constexpr bool isReal(NumberType type)
{
    return type == NumberType::Float32 || type == NumberType::Float64;
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
    NumberType number = NumberType::Float32;
    Shape shape;

    /// Text such as "float32[1, 3, 224, 224]".
    std::string text() const { return fmt::format("{}{}", nameOf(number), shapeText(shape)); }
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Elements with their type, row-major. A bool is a byte of 0 or 1.
class Tensor
{
public:
    Tensor() = default;
    /// Makes a zeroed tensor. The shape must be valid.
    explicit Tensor(TensorType type);
    /// `values` must have as many elements as the shape.
    template<class T>
    static Tensor of(Shape shape, const std::vector<T>& values);

    const TensorType& type() const { return m_type; }
    const Shape& shape() const { return m_type.shape; }
    NumberType number() const { return m_type.number; }
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

/// Number type of a C++ type.
template<class T>
constexpr NumberType numberTypeOf()
{
    if constexpr (std::is_same_v<T, bool>) {
        return NumberType::Bool;
    } else if constexpr (std::is_floating_point_v<T>) {
        return sizeof(T) == 4 ? NumberType::Float32 : NumberType::Float64;
    } else {
        constexpr NumberType kSigned[] = {NumberType::Int8, NumberType::Int16, NumberType::Int32, NumberType::Int64};
        constexpr NumberType kUnsigned[] = {NumberType::UInt8, NumberType::UInt16, NumberType::UInt32, NumberType::UInt64};
        constexpr int kWidth = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        return std::is_signed_v<T> ? kSigned[kWidth] : kUnsigned[kWidth];
    }
}

template<class T>
Tensor Tensor::of(Shape shape, const std::vector<T>& values)
{
    Tensor tensor(TensorType{numberTypeOf<T>(), std::move(shape)});
    std::copy_n(values.begin(), std::min(values.size(), static_cast<size_t>(tensor.size())), tensor.as<T>().begin());
    return tensor;
}

/// Calls `body.template operator()<T>()` with the C++ type of a number type.
template<class Body>
decltype(auto) withType(NumberType type, Body&& body)
{
    switch (type) {
    case NumberType::Float32: return body.template operator()<float>();
    case NumberType::Float64: return body.template operator()<double>();
    case NumberType::Int8: return body.template operator()<int8_t>();
    case NumberType::Int16: return body.template operator()<int16_t>();
    case NumberType::Int32: return body.template operator()<int32_t>();
    case NumberType::Int64: return body.template operator()<int64_t>();
    case NumberType::UInt8: return body.template operator()<uint8_t>();
    case NumberType::UInt16: return body.template operator()<uint16_t>();
    case NumberType::UInt32: return body.template operator()<uint32_t>();
    case NumberType::UInt64: return body.template operator()<uint64_t>();
    case NumberType::Bool: break;
    }
    return body.template operator()<bool>();
}

/// Calls `body` with the C++ type of a floating-point type.
template<class Body>
decltype(auto) withReal(NumberType type, Body&& body)
{
    return type == NumberType::Float64 ? body.template operator()<double>() : body.template operator()<float>();
}

/// Calls `body` with an unsigned type of the elements' width, for code that only moves elements.
template<class Body>
decltype(auto) withWidth(NumberType type, Body&& body)
{
    switch (bytesOf(type)) {
    case 1: return body.template operator()<uint8_t>();
    case 2: return body.template operator()<uint16_t>();
    case 4: return body.template operator()<uint32_t>();
    default: return body.template operator()<uint64_t>();
    }
}

} // namespace knobscope
