// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/definition.h"

namespace knobscope {

/// Operators whose output consists of elements of their inputs: Concat, Transpose, and Slice, Pad (with a constant) and Resize
/// (to the nearest) where each axis goes by even steps or repeats each element as often. Nothing for others.
std::optional<Definition> definedByMoving(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output);

} // namespace knobscope
