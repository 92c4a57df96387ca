// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/operator.h"

#include <cstdint>
#include <vector>

namespace knobscope {

/// What an element of a resized axis is made of: two elements of the old axis, and the share of the second.
struct ResizeTap {
    int64_t first = 0, second = 0;
    double share = 0;
};

/// For each axis of a Resize what its new elements are made of; empty where an axis stays as it is.
std::vector<std::vector<ResizeTap>> resizeTaps(const OperatorCall& call);

} // namespace knobscope
