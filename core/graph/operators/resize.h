// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// Sources of an element of a resized axis: two elements of the old axis, and the weight of the second. If that is 0, both are
/// the first.
struct ResizeTap {
    int64_t first = 0, second = 0;
    double share = 0;
};

/// Taps of each axis of a nearest or linear Resize without antialiasing; empty for an axis that keeps its extent.
std::vector<std::vector<ResizeTap>> resizeTaps(const OperatorCall& call);

} // namespace knobscope
