// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>

namespace knobscope {

/// Rewrites a graph for an older opset: replaces operators, inputs and attributes of newer opsets by equivalent ones, and drops
/// attributes without effect. Results are equal except for rounding. Leaves unchanged what the opset cannot express.
Graph downgradeToOpset(Graph graph, int64_t opset);

} // namespace knobscope
