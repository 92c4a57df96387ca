// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/network/network.h"

namespace knobscope {

/// Whether a bundled network can be built as a graph. One from another list can if it has the name and form of one of these.
bool hasNetworkGraph(const Network& network);

/// A bundled network in its form as a graph: operators as ONNX names them, batch norms and all, weights pseudo-random and the
/// same every time. `input` is another shape than the network's own, NCHW; what is then too small for the network is refused. The
/// layers are the network's workloads, in their order (for its own input). Detectors end before non-maximum suppression: SSD's
/// outputs are "scores" [batch, anchors, classes + 1], after softmax, the background first, and "boxes" [batch, anchors, 4] in
/// pixels: left, top, right, bottom.
Result<Graph> buildNetworkGraph(const Network& network, const Shape& input = {});

} // namespace knobscope
