// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/definition.h"

#include <cstdint>

namespace knobscope {

// What define() knows, a kind of operator each; nothing for other operators, and for what no expression says.

/// Of more elements than this no kernel is made that adds them one after the other in float32: the operator's own definition adds
/// in double.
inline constexpr int64_t mostAdded = int64_t{1} << 16;

/// A sum of products, and behind it the bias of each channel where the operator has one as its third input.
Definition withChannelBias(Element sum, const std::vector<Element>& inputs);

/// Sums, means, largest numbers … over some axes: ReduceSum, ReduceMean, ReduceMax, ReduceMin, ReduceSumSquare, ReduceL2, and
/// pools over whole images.
std::optional<Definition> definedByReducing(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// ConvTranspose without dilation: each element of the output gathers the windows that reach it.
std::optional<Definition> definedBySpreading(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// Resize, linear between two elements along each axis, where scales are ratios of the extents.
std::optional<Definition> definedByResampling(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);
/// Operators whose output consists of elements of their inputs: Concat, Transpose, Gather of one place or of places in even
/// steps, and Slice, Pad (with a constant) and Resize (to the nearest) where each axis goes by even steps or repeats each element
/// as often.
std::optional<Definition> definedByMoving(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);

} // namespace knobscope
