// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/movedvalue.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace knobscope {

/// Elements of a row-major value, each times `factor`.
struct StridedView : MovedValue {
    ValueId value = kNoValue;
    double factor = 1;
};

/// An axis as a single digit; nullopt if its digits do not follow one another.
std::optional<Digit> joined(const std::vector<Digit>& axis);
/// A value as a view of itself.
StridedView wholeOf(const Graph& graph, ValueId value);
/// The view with its axes in another order: axis i is axis order[i] of `view`.
StridedView reordered(const StridedView& view, const std::vector<int64_t>& order);
/// Views of a float32 value through the operators before it that only move elements, round them to
/// bfloat16, or multiply them with a number; the view
/// through most of them first, that of the value itself last. `producers`: producersOf(graph).
std::vector<StridedView> viewsOf(const Graph& graph, const std::vector<int>& producers, ValueId value);

/// A value that a Mul or Div by a constant number reads, and what it is multiplied by.
struct ScaledValue {
    ValueId of = kNoValue;
    double factor = 1;
};
std::optional<ScaledValue> scaledValueOf(const Graph& graph, const Node& node);

} // namespace knobscope
