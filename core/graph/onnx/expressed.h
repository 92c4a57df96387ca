// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>

namespace knobscope {

/// The graph as a file of this opset can have it: operators, inputs and attributes that only newer opsets have are expressed by
/// what this one has, and attributes that change nothing are left out. It computes the same, but for rounding. What cannot be
/// expressed stays as it is.
Graph expressedInOpset(Graph graph, int64_t opset);

} // namespace knobscope
