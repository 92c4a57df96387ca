// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/quantization.h"

#include <algorithm>

namespace knobscope {
namespace {

/// The scaling of a node's integers as a whole; nullopt if they have several scales.
std::optional<Scaling> wholeScaling(const Graph& graph, const Node& node)
{
    auto scaling = scalingOf(graph, node, -1);
    return scaling && scaling->scales.size() == 1 ? scaling : std::nullopt;
}

} // namespace

Result<PassReport> poolIntegers(Graph& graph)
{
    PassReport report{"integer pools", {}};
    const std::vector<int> producers = producersOf(graph), uses = usesOf(graph);
    std::vector<bool> isGone(graph.nodes.size());
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        const Node& quantizer = graph.nodes[n];
        const int from = quantizer.op == "QuantizeLinear" ? producers[static_cast<size_t>(quantizer.inputs[0])] : -1;
        Node* pool = from < 0 ? nullptr : &graph.nodes[static_cast<size_t>(from)];
        if (!pool || pool->op != "MaxPool" || !pool->unsupported.empty() || pool->outputs.size() != 1
            || uses[static_cast<size_t>(pool->outputs[0])] != 1) {
            continue;
        }
        const int before = producers[static_cast<size_t>(pool->inputs[0])];
        const Node* dequantizer = before < 0 ? nullptr : &graph.nodes[static_cast<size_t>(before)];
        if (!dequantizer || dequantizer->op != "DequantizeLinear") {
            continue;
        }
        const auto of = wholeScaling(graph, *dequantizer), to = wholeScaling(graph, quantizer);
        const auto& integers = graph.value(dequantizer->inputs[0]).type;
        const auto& made = graph.value(quantizer.outputs[0]).type;
        const bool isByte = integers && (integers->number == ir::int8 || integers->number == ir::uint8);
        if (!of || !to || of->scales != to->scales || of->zeros != to->zeros || !isByte || !made
            || made->number != integers->number) {
            continue;
        }
        report.lines.push_back(fmt::format("{} chooses among integers", nodeText(graph, *pool)));
        pool->inputs[0] = dequantizer->inputs[0];
        pool->outputs[0] = quantizer.outputs[0];
        isGone[n] = true;
    }
    std::vector<Node> left;
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        if (!isGone[n]) {
            left.push_back(std::move(graph.nodes[n]));
        }
    }
    graph.nodes = std::move(left);
    return report;
}

} // namespace knobscope
