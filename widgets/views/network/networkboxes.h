// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/modelfile.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// A fused group: an anchor and its epilogue.
struct NetworkBox {
    std::string title;              ///< "Conv 3x3 + Add + Relu"
    std::string shape;              ///< the workload of a layer; the output shapes of others
    std::vector<std::string> nodes; ///< names of the ONNX nodes
    std::vector<std::string> details; ///< their attributes and weights: "Conv: strides 2, 2", "w: float32[64, 3, 7, 7]"
    int workload = -1;              ///< index in the network's workloads; -1: no template
    std::string likeness;           ///< equal for boxes that look the same in a repeated block
};

/// A block that repeats consecutively: boxes `first` to `first + length * copies - 1`.
struct RepeatedBlock {
    size_t first = 0, length = 0, copies = 0;
};

/// A network as boxes in topological order, and the edges from producers to consumers.
struct NetworkBoxes {
    std::vector<NetworkBox> boxes;
    std::vector<std::pair<size_t, size_t>> edges;
    std::vector<RepeatedBlock> blocks;
};

/// Returns a box for each input of a model, then its groups, one for its dynamic tail, and the repeated blocks.
NetworkBoxes boxesOf(const ModelNetwork& model);

/// The shown part of a network: only the first copy of a folded block.
struct ShownBoxes {
    std::vector<std::vector<size_t>> boxes;       ///< for each shown box the boxes it represents, itself first
    std::vector<std::pair<size_t, size_t>> edges; ///< between shown boxes; no duplicates
    std::vector<std::vector<size_t>> blocks;      ///< the shown boxes of each block
};

/// Folds all blocks except the `unfolded` ones, which are indexes in NetworkBoxes::blocks.
ShownBoxes shownOf(const NetworkBoxes& network, const std::set<size_t>& unfolded);

} // namespace knobscope
