// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/graph/uniquenames.h"

#include <cstdint>
#include <map>

namespace knobscope {

/// Supported opsets. Avoids ONNX's own version converter: it trusts its input, and rejects models with a single unknown node.
constexpr int64_t kOldestOpset = 1;
constexpr int64_t kNewestOpset = 20;

/// Upgrades a node to the newest supported opset, for example attributes that became inputs. Adds the constants it needs, and
/// returns nodes to insert before it. `tensors` holds the attributes that are tensors.
std::vector<Node> upgradeToCurrentOpset(Graph& graph, Node& node, const std::map<std::string, Tensor>& tensors, int64_t opset,
                                        UniqueNames& names);

} // namespace knobscope
