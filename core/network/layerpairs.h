// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/network/graphworkloads.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Two convolutions that could be one kernel: the second alone reads what the first makes, and nothing or a cut at 0 is between
/// them (a cut at both ends counts as one at 0). The question of inter-layer tuning: computing the first where the second needs
/// it saves that its output goes through memory, and computes its borders more than once.
struct LayerPair {
    std::string first, second; ///< the nodes
    std::string task;          ///< the template for two convolutions …
    nlohmann::json args;       ///< … and its arguments
    std::string shape;         ///< of both, for people
    int64_t middleBytes = 0;   ///< of what is between them
};

/// In the order of the graph.
std::vector<LayerPair> layerPairs(const Graph& graph, const std::vector<Group>& groups);

/// The knob that says where the first is computed, and what its values mean, in their order: "apart", "part", "row", "tile".
inline constexpr const char* middleKnob = "middle_at";
const std::vector<std::string>& middlePlaces();

} // namespace knobscope
