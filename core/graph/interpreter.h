// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstdint>

namespace knobscope {

/// Computes a graph operator by operator, each by its definition: what everything quicker is compared with. `inputs` are one for
/// each of the graph's, of its type. A value is forgotten after its last use. The failure names the node.
Result<std::vector<Tensor>> interpret(const Graph& graph, const std::vector<Tensor>& inputs);

/// How far two tensors are apart.
struct Difference {
    double largest = 0;  ///< of an element, absolute; of those that are finite on both sides
    double relative = 0; ///< of the same element, to the expected one
    int64_t mismatched = 0; ///< elements that are NaN or infinite on one side and not the same on the other
    bool isWithin = true;
};

/// Compares as ONNX's backend tests do: an element may be off by absolute + relative * |expected|, infinities and what is no
/// number must be the same, and so must integers. The failure says that types or shapes differ.
Result<Difference> compareTensors(const Tensor& actual, const Tensor& expected, double relative = 1e-3, double absolute = 1e-7);

} // namespace knobscope
