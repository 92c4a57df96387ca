// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace knobscope {

/// True for types of values between kernels. Inside of kernels all numbers are float32, which holds those of up to 16 bits.
inline bool isStored(const Value& value)
{
    return value.type && (value.type->number == ir::float32 || (value.type->number.isInteger() && value.type->number.bits <= 16));
}

/// The type of a value's numbers between kernels.
inline ir::DataType keptType(const Value& value)
{
    return value.isBfloat16 && value.type->number == ir::float32 ? ir::bfloat16 : value.type->number;
}

/// True for values that kernels read as numbers. Operators read constants of 8 bits themselves unless they are weights: they are
/// zero points.
inline bool isRead(const Value& value)
{
    return isStored(value) && (!value.constant || value.type->number.bits > 8 || value.type->shape.size() > 1);
}

/// True unless a node reads or makes integers and is no operator of those that kernels define for these: the ones that only move
/// elements, and sums of products.
bool definesIntegers(const Graph& graph, const Node& node);

/// Most inputs of an operator in a kernel: the expression of a sum is as deep as it has terms.
inline constexpr size_t kMostKernelInputs = 128;

/// Splits groups so that each has a kernel: ends an epilogue where expressions cannot represent the next operator, and where the
/// kernel would get so long that compiling takes more than moments. `isChosen` is true for anchors with a chosen config.
std::vector<Group> cutGroups(const Graph& graph, const std::vector<Group>& groups,
                             const std::function<bool(size_t anchor)>& isChosen);

/// Approximate number of instructions of an element-wise node in a kernel that computes the values `inside` as well; nullopt if
/// expressions cannot represent it.
std::optional<int64_t> weightInKernel(const Graph& graph, const Node& node, const std::set<ValueId>& inside);

} // namespace knobscope
