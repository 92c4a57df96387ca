// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace knobscope {

/// A part of an axis: `extent` elements, `stride` elements of memory from one to the next; 0 if one is repeated.
struct AxisPart {
    int64_t extent = 1;
    int64_t stride = 0;
};

/// Elements of a row-major value at even steps: each axis is divided into parts, outermost first, and an element is `factor`
/// times the one at offset + the sum of index * stride. Parts of one element are left out.
struct StridedView {
    ValueId value = kNoValue;
    int64_t offset = 0;
    std::vector<std::vector<AxisPart>> axes;
    double factor = 1;
};

int64_t extentOf(const std::vector<AxisPart>& axis);
/// An axis as a single part; nullopt if its parts do not follow one another.
std::optional<AxisPart> joined(const std::vector<AxisPart>& axis);
/// A value as a view of itself.
StridedView wholeOf(const Graph& graph, ValueId value);
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
