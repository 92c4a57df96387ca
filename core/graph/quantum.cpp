// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/quantum.h"

#include "core/graph/operator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace knobscope {
namespace {

constexpr std::array<std::string_view, 4> kQuantizers{"QuantizeLinear", "DynamicQuantizeLinear", "QLinearConv", "QLinearMatMul"};

/// Operators whose output elements are elements of their first input, or bounds that are quantized with them.
constexpr std::array<std::string_view, 12> kMovers{"Clip", "Expand",  "Flatten", "Gather",    "Identity", "MaxPool",
                                                   "Relu", "Reshape", "Squeeze", "Transpose", "Unsqueeze"};

std::optional<Quantum> scaleOf(const Graph& graph, const Node& node)
{
    const auto& scale = graph.value(node.inputs[1]).constant;
    if (!scale || scale->size() == 0) {
        return std::nullopt;
    }
    Quantum quantum{scale->reals()};
    if (scale->size() > 1) {
        const Shape& shape = graph.value(node.inputs[0]).type->shape;
        const OperatorCall call(graph, node);
        quantum.stride = static_cast<size_t>(stridesOf(shape)[call.axisAttribute("axis", 1, shape.size())]);
    }
    return quantum;
}

} // namespace

std::optional<Quantum> quantumOf(const Graph& graph, ValueId value)
{
    const std::vector<int> producers = producersOf(graph);
    bool isMoved = false;
    for (;;) {
        const int producer = producers[static_cast<size_t>(value)];
        const Node* node = producer < 0 ? nullptr : &graph.nodes[static_cast<size_t>(producer)];
        if (!node || !node->unsupported.empty() || node->outputs[0] != value) {
            return std::nullopt;
        }
        if (std::ranges::find(kQuantizers, node->op) != kQuantizers.end()) {
            return Quantum();
        }
        if (node->op == "DequantizeLinear") {
            const auto quantum = scaleOf(graph, *node);
            return quantum && isMoved && quantum->steps.size() > 1 ? std::nullopt : quantum;
        }
        if (std::ranges::find(kMovers, node->op) == kMovers.end()) {
            return std::nullopt;
        }
        value = node->inputs[0];
        isMoved = true;
    }
}

double quantaBetween(const Quantum& quantum, const Tensor& actual, const Tensor& expected)
{
    const std::vector<double> a = actual.reals();
    const std::vector<double> e = expected.reals();
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        if (std::isfinite(a[i]) && std::isfinite(e[i])) {
            most = std::max(most, std::abs(a[i] - e[i]) / quantum.at(i));
        }
    }
    constexpr double kOfRounding = 0.01; // the product of an integer and a scale is rounded
    const double whole = std::round(most);
    return std::abs(most - whole) <= kOfRounding ? whole : most;
}

} // namespace knobscope
