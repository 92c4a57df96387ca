// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace knobscope {

/// Elements of a row-major value at even steps: element i is `factor` times the one at offset + the sum of i[axis] *
/// strides[axis].
struct StridedView {
    ValueId value = kNoValue;
    int64_t offset = 0;
    Shape shape;
    std::vector<int64_t> strides; ///< by axis of `shape`; 0 where an element is repeated
    double factor = 1;
};

/// A value as a view of itself.
StridedView wholeOf(const Graph& graph, ValueId value);
/// The view with another shape of as many elements; nullopt if strides cannot express it.
std::optional<StridedView> reshaped(const StridedView& view, const Shape& shape);
/// The view with its axes in another order: axis i is axis order[i] of `view`.
StridedView reordered(const StridedView& view, const std::vector<int64_t>& order);
/// A Transpose's order of axes.
std::vector<int64_t> transposeOrder(const OperatorCall& call);
/// Views of a float32 value through the operators before it that only move elements, or multiply them with a number; the view
/// through most of them first, that of the value itself last. `producers`: producersOf(graph).
std::vector<StridedView> viewsOf(const Graph& graph, const std::vector<int>& producers, ValueId value);

/// The number that a Mul or Div of a value with a constant multiplies by, and that value.
struct Scaling {
    ValueId of = kNoValue;
    double factor = 1;
};
std::optional<Scaling> scalingOf(const Graph& graph, const Node& node);

} // namespace knobscope
