// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/network/network.h"

namespace knobscope {

/// True if a bundled network can be built as a graph. A network from another list can if its name and variant match.
bool hasNetworkGraph(const Network& network);

/// Builds a bundled network as a graph of ONNX operators, with batch norms and with pseudo-random weights that are always the
/// same. `input` overrides the network's NCHW input shape; returns an error if it is too small. The layers are the network's
/// workloads in order (for the default input). Detectors end before non-maximum suppression: SSD's outputs are "scores" [batch,
/// anchors, classes + 1], after softmax, background first, and "boxes" [batch, anchors, 4] in pixels: left, top, right, bottom.
Result<Graph> buildNetworkGraph(const Network& network, const Shape& input = {});

} // namespace knobscope
