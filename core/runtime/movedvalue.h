// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"
#include "core/ir/loopnest.h"
#include "core/runtime/layout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace knobscope {

/// A part of an axis: `extent` steps, `stride` elements apart in memory.
struct Digit {
    int64_t extent = 1;
    int64_t stride = 0;
};

/// Where a value's elements are in another value's memory. An axis has several digits, the outermost first, if no single stride
/// describes it: channels in blocks, or axes that a Reshape joined.
struct MovedValue {
    std::vector<std::vector<Digit>> axes; ///< by axis of the value
    int64_t offset = 0;                   ///< of its first element
};

/// A value in its own place.
MovedValue inPlace(const Shape& shape, ValueLayout layout);

/// An output of a node that only moves elements (a view, Transpose, Split, Slice with positive steps, Gather of one index or of
/// evenly spaced ones, Expand), where its first input is `from`; nullopt for other nodes, and where strides cannot describe the
/// output.
std::optional<MovedValue> moved(const Graph& graph, const Node& node, ValueId output, const MovedValue& from);

/// The elements of a value in the order of a layout: digits from the outermost to the innermost, adjacent ones joined. nullopt if
/// the layout's blocks cut a digit.
std::optional<std::vector<Digit>> digitsIn(ValueLayout layout, const MovedValue& value);

/// A Transpose's order of axes.
std::vector<int64_t> transposeOrder(const OperatorCall& call);

/// True if elements in that order are adjacent in memory.
bool areAdjacent(const std::vector<Digit>& digits);

/// Kernel that copies elements into adjacent memory, in the order of `digits`; the first one is at `offset` in the `elements`
/// that it reads. Rows and columns that change places are copied in tiles, so that each cache line is read and written once.
Result<ir::LoopNest> moveKernel(const std::vector<Digit>& digits, int64_t offset, int64_t elements, const std::string& name,
                                ir::DataType number = ir::float32);

} // namespace knobscope
