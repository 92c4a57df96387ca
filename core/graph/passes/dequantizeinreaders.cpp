// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"
#include "core/graph/passes/quantization.h"
#include "core/graph/uniquenames.h"

#include <algorithm>
#include <map>

namespace knobscope {
namespace {

/// Makes sums of two dequantized values that are quantized next count in the units of the result.
void addInUnits(Graph& graph, PassReport& report)
{
    const std::vector<int> producers = producersOf(graph);
    const std::vector<int> uses = usesOf(graph);
    UniqueNames names(graph);
    QuantizerUnits units(graph);
    for (const Node& node : graph.nodes) {
        std::vector<Node*> terms;
        for (const ValueId input : node.op == "Add" && node.unsupported.empty() ? node.inputs : std::vector<ValueId>()) {
            const int producer = producers[static_cast<size_t>(input)];
            Node* term =
                producer >= 0 && uses[static_cast<size_t>(input)] == 1 ? &graph.nodes[static_cast<size_t>(producer)] : nullptr;
            const auto scaling = term && term->op == "DequantizeLinear" ? scalingOf(graph, *term, -1) : std::nullopt;
            if (scaling && scaling->scales.size() == 1) {
                terms.push_back(term);
            }
        }
        const auto unit = terms.size() == 2 ? units.takeUnit(graph, graph.nodes, node.outputs[0]) : std::nullopt;
        if (!unit) {
            continue;
        }
        for (Node* term : terms) {
            const Tensor& scale = *constantOf(graph, *term, 1);
            const float scaled = scale.as<float>()[0] / static_cast<float>(*unit);
            term->inputs[1] = graph.addConstant(names.reserve(graph.value(term->outputs[0]).name + " scale"),
                                                Tensor::of<float>(scale.shape(), {scaled}));
        }
        report.lines.push_back(fmt::format("{} adds in units of the integers that it is quantized to", nodeText(graph, node)));
    }
}

} // namespace

Result<PassReport> dequantizeInReaders(Graph& graph)
{
    PassReport report{"dequantization", {}};
    const std::vector<int> uses = usesOf(graph);
    std::map<ValueId, size_t> dequantizers; // by output; position in `made`
    UniqueNames names(graph);
    std::vector<Node> made;
    for (Node& node : graph.nodes) {
        const Operator* op = node.unsupported.empty() ? findOperator(node.op) : nullptr;
        for (ValueId& input : node.inputs) {
            const auto found = dequantizers.find(input);
            if (found == dequantizers.end() || !op || op->kind != OperatorKind::ElementWise) {
                continue;
            }
            Node copy = made[found->second];
            const Value value = graph.value(input);
            input = graph.add({names.reserve(value.name), value.type, nullptr});
            copy.name = graph.value(input).name;
            copy.outputs = {input};
            report.lines.push_back(fmt::format("{} reads integers", nodeText(graph, node)));
            made.push_back(std::move(copy));
        }
        if (node.op == "DequantizeLinear" && op && uses[static_cast<size_t>(node.outputs[0])] > 1
            && !graph.value(node.inputs[0]).constant) {
            dequantizers.emplace(node.outputs[0], made.size());
        }
        made.push_back(std::move(node));
    }
    graph.nodes = std::move(made);
    addInUnits(graph, report);
    return report;
}

} // namespace knobscope
