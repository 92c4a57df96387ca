// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/network/workload.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// Distinct layers of a graph that templates support, in graph order, and a sentence with the node's name for each sum of
/// products that they do not: three spatial axes, computed weights of a convolution, …
struct GraphWorkloads {
    std::vector<NetworkWorkload> workloads;
    std::vector<std::string> skipped;
};

/// True for ONNX operators that sum products: Conv, ConvTranspose, Gemm, MatMul, and those of integers.
bool isSumOfProducts(std::string_view op);

/// Layer that a node computes; nullopt if templates do not support it, and the program then uses its definition. The weights of
/// convolutions must be constants: kernels of templates read packed weights. So do those of dense layers, which are products with
/// a constant matrix; other products of matrices are batched ones.
std::optional<NetworkWorkload> workloadOf(const Graph& graph, const Node& node);

/// Finds convolutions, fully connected layers and batched products: the layers that AutoTVM extracts. Leaves out the nodes
/// `others`, which kernels of several nodes compute.
GraphWorkloads workloadsOf(const Graph& graph, const std::set<size_t>& others = {});

} // namespace knobscope
