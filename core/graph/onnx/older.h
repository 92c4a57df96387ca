// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/uniquenames.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// The opsets that are read. ONNX's own version converter is not used: it trusts its input, and refuses models that have a single
/// node it does not know.
constexpr int64_t kOldestOpset = 1;
constexpr int64_t kNewestOpset = 20;

/// Rewrites a node as the newest opset that operators here know has it: attributes that became inputs, and the like.
/// Adds the constants that this takes, and returns nodes that must come before it. `tensors` are attributes that are tensors.
std::vector<Node> modernized(Graph& graph, Node& node, const std::map<std::string, Tensor>& tensors, int64_t opset,
                             UniqueNames& names);

} // namespace knobscope
