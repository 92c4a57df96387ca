// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/zeroedbytes.h"
#include "core/result/result.h"

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

/// What the elements of a tensor are.
enum class NumberType : uint8_t { Float32, Float64, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Bool };

/// "float32", "int64", "bool", …
std::string_view nameOf(NumberType type);
/// The type of such a name.
std::optional<NumberType> numberTypeNamed(std::string_view name);
/// Bytes of one element.
size_t bytesOf(NumberType type);
/// Whether a type has fractions.
constexpr bool isReal(NumberType type)
{
    return type == NumberType::Float32 || type == NumberType::Float64;
}

/// Extents, outermost first; none for a scalar.
using Shape = std::vector<int64_t>;

/// A tensor has no more elements than this, and no more axes: more is a mistake in a file, or malice.
constexpr int64_t kMostElements = int64_t{1} << 30;
constexpr size_t kMostAxes = 64;

/// The elements of a shape that was checked.
int64_t elementsOf(const Shape& shape);
/// Refuses negative extents, and more axes or elements than the limits.
Result<void> checkShape(const Shape& shape);
/// "[1, 3, 224, 224]"
std::string shapeText(const Shape& shape);
/// Elements between neighbours along each axis of a row-major tensor.
std::vector<int64_t> stridesOf(const Shape& shape);

/// What is known of a tensor before there are values.
struct TensorType {
    NumberType number = NumberType::Float32;
    Shape shape;

    /// "float32[1, 3, 224, 224]"
    std::string text() const { return fmt::format("{}{}", nameOf(number), shapeText(shape)); }
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Values with their type, row-major. A bool is a byte of 0 or 1.
class Tensor
{
public:
    Tensor() = default;
    /// All zero. The shape must have been checked.
    explicit Tensor(TensorType type);
    /// `values` must be as many as the shape has elements.
    template<class T>
    static Tensor of(Shape shape, const std::vector<T>& values);

    const TensorType& type() const { return m_type; }
    const Shape& shape() const { return m_type.shape; }
    NumberType number() const { return m_type.number; }
    int64_t size() const { return static_cast<int64_t>(m_bytes.size() / bytesOf(m_type.number)); }

    /// The elements as what they are, or as unsigned numbers of their width, for whoever only moves them.
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

    /// All elements as integers, rounded toward zero; for tensors that hold axes, extents and the like.
    std::vector<int64_t> integers() const;
    /// All elements as real numbers.
    std::vector<double> reals() const;

private:
    TensorType m_type;
    ZeroedBytes m_bytes;
};

/// The number type of a C++ type.
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

/// The same for a type of real numbers.
template<class Body>
decltype(auto) withReal(NumberType type, Body&& body)
{
    return type == NumberType::Float64 ? body.template operator()<double>() : body.template operator()<float>();
}

/// The same with an unsigned type of the elements' width: for whoever only moves them.
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
