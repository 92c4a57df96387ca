// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/tensor.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>

namespace knobscope {

/// Largest extent of a tensor's axis: extents are 32-bit integers in TVM's records.
inline constexpr int64_t kMaxExtent = (int64_t{1} << 31) - 1;

/// Reads AutoTVM's serialized argument list (["TENSOR", shape, type], numbers, lists, null). Keeps the first error as a sentence
/// naming the argument; later reads return harmless defaults, so a caller checks only once.
class ArgumentReader
{
public:
    ArgumentReader(std::string templateName, const nlohmann::json& args);

    size_t size() const { return m_args.size(); }
    bool isNull(size_t i) const { return i >= m_args.size() || m_args[i].is_null(); }
    struct TensorArgument {
        std::vector<int64_t> shape;
        ir::DataType type;
    };
    /// Extents from 1 to 2^31 - 1, at most 2^40 elements; `dimensions` lists the allowed ranks.
    TensorArgument tensor(size_t i, const char* name, std::initializer_list<size_t> dimensions);
    int64_t integer(size_t i, const char* name, int64_t low, int64_t high);
    /// One number or two.
    std::array<int64_t, 2> pair(size_t i, const char* name, int64_t low, int64_t high);
    /// Padding as top, left, bottom, right, parsed from one, two or four numbers.
    std::array<int64_t, 4> padding(size_t i);
    /// Whether the argument at position i is an image layout ("NCHW").
    bool isLayout(size_t i) const { return i < m_args.size() && m_args[i].is_string() && m_args[i].get<std::string>() == "NCHW"; }
    /// The element type at position i; `fallback` if it is null or missing.
    ir::DataType type(size_t i, ir::DataType fallback);
    /// The output type at position i for factors of these types; the first factor's type if it is null or missing. Refuses bool,
    /// integers for non-integer factors (values would be truncated before the multiplication), and integers too narrow for the
    /// sums: fewer than 32 bits, or unsigned for signed factors.
    ir::DataType outputType(size_t i, const TensorArgument& a, const TensorArgument& b);
    /// Refuses factors of different types, except uint8 (activations) by int8 (weights).
    void checkFactorTypes(const TensorArgument& a, const TensorArgument& b);
    std::string text(size_t i, const char* name);
    /// Checks the layout at position i: "NCHW", blocked channels ("NCHW16c"), null or missing.
    void checkLayoutNchw(size_t i, const char* name);
    /// Refuses a value other than this one at position i; also accepts null, missing, and 0 and 1 for false and true.
    void checkEqual(size_t i, const char* name, const nlohmann::json& value);
    /// true or false, also written as 1 or 0; `fallback` if it is null or missing.
    bool truth(size_t i, const char* name, bool fallback);
    /// Refuses more than `count` arguments.
    void checkMaxCount(size_t count);

    /// Records an error found by the caller, e.g. incompatible shapes.
    void refuse(const Sentence& sentence);
    const std::optional<Error>& error() const { return m_error; }
    /// Fails with the first error.
    Result<void> check() const { return m_error ? tl::make_unexpected(*m_error) : Result<void>(); }

private:
    std::string m_template;
    const nlohmann::json& m_args;
    std::optional<Error> m_error;
};

} // namespace knobscope
