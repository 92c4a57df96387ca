// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <atomic>
#include <cstdint>

namespace knobscope {

/// Computes a graph operator by operator from the operators' definitions: the reference for faster implementations. Takes one
/// tensor of the right type for each input of the graph. Frees each value after its last use. Errors name the node. `stop` is
/// read between nodes.
Result<std::vector<Tensor>> interpret(const Graph& graph, const std::vector<Tensor>& inputs,
                                      const std::atomic<bool>* stop = nullptr);

/// Difference between two tensors.
struct Difference {
    double largest = 0;  ///< largest absolute difference, over elements that are finite in both tensors
    double relative = 0; ///< the same difference relative to the expected element
    double largestRelative = 0; ///< largest relative difference, over expected elements larger than the absolute tolerance
    double rms = 0;             ///< root mean square of the differences
    int64_t mismatched = 0; ///< elements that are NaN or infinite in one tensor and different in the other
    bool isWithin = true;
};

/// Compares as ONNX's backend tests do: the tolerance is absolute + relative * |expected|; infinities, NaN and
/// integers must be equal. Returns an error if types or shapes differ.
Result<Difference> compareTensors(const Tensor& actual, const Tensor& expected, double relative = 1e-3, double absolute = 1e-7);

} // namespace knobscope
