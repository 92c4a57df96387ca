// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/modelfile.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace knobscope {

/// What is computed together: an anchor and its epilogue.
struct NetworkBox {
    std::string title;              ///< "Conv 3x3 + Add + Relu"
    std::string shape;              ///< of a layer its workload, of others what they make
    std::vector<std::string> nodes; ///< the ONNX nodes' names
    int workload = -1;              ///< in the network's; -1: there is no template for it
    std::string likeness;           ///< boxes that look alike in a repeated block have the same
};

/// A block that follows itself: boxes `first` to `first + length * copies - 1`.
struct RepeatedBlock {
    size_t first = 0, length = 0, copies = 0;
};

/// A network as boxes in an order in which they can be computed, and which reads what another makes.
struct NetworkBoxes {
    std::vector<NetworkBox> boxes;
    std::vector<std::pair<size_t, size_t>> edges;
    std::vector<RepeatedBlock> blocks;
};

/// The groups of a model, after a box for each of its inputs, and where blocks repeat.
NetworkBoxes boxesOf(const ModelNetwork& model);

/// What is shown of a network: of a folded block its first copy alone.
struct ShownBoxes {
    std::vector<std::vector<size_t>> boxes;       ///< for each one shown those it stands for, its own first
    std::vector<std::pair<size_t, size_t>> edges; ///< between shown ones; none twice
    std::vector<std::vector<size_t>> blocks;      ///< for each block the shown boxes in it
};

/// Folds all blocks but the `unfolded` ones, which are positions in NetworkBoxes::blocks.
ShownBoxes shownOf(const NetworkBoxes& network, const std::set<size_t>& unfolded);

} // namespace knobscope
