// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/network/workload.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// The layers of a graph that templates are for, each distinct one once, in the order of the graph; and a sentence that names the
/// node for each sum of products that has none: other than two axes, paddings that differ, computed weights, …
struct GraphWorkloads {
    std::vector<NetworkWorkload> workloads;
    std::vector<std::string> skipped;
};

/// Whether an operator is one that sums products, by its name in ONNX: Conv, ConvTranspose, Gemm, MatMul.
bool sumsProducts(std::string_view op);

/// The layer that a node is; nothing where templates are for none such: a program computes it by its definition then. Kernels of
/// templates read packed weights, so weights must be constants.
std::optional<NetworkWorkload> workloadOf(const Graph& graph, const Node& node);

/// Convolutions and fully connected layers of float32: what AutoTVM would extract.
GraphWorkloads workloadsOf(const Graph& graph);

} // namespace knobscope
