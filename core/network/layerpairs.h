// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/passes/passes.h"
#include "core/network/graphworkloads.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope {

/// Two convolutions that could be one kernel: the second is the only reader of the first, with nothing or a clip at 0 between
/// them (a clip at both ends counts as one at 0). Inter-layer tuning weighs the saved memory traffic of computing the first where
/// the second needs it against computing its borders more than once.
struct LayerPair {
    std::string first, second; ///< names of the nodes
    std::string task; ///< name of the template for two convolutions
    nlohmann::json args; ///< arguments of the template
    std::string shape; ///< of both, for the user
    int64_t middleBytes = 0; ///< size of the value between them
};

/// Returns the pairs in graph order.
std::vector<LayerPair> layerPairs(const Graph& graph, const std::vector<Group>& groups);

/// Knob that selects where the first convolution is computed, and its values in order: "apart", "part", "row", "tile".
inline constexpr const char* kMiddleKnob = "middle_at";
const std::vector<std::string>& middlePlaces();

} // namespace knobscope
