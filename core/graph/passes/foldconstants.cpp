// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// Limit of elements in a folded constant: larger ones cost more memory and file size than computing them.
constexpr int64_t kMostFoldedElements = int64_t{1} << 26;

/// Limit of products in a folded sum of products: kernels compute larger ones without taking minutes.
constexpr double kMostProducts = 0x1p32;

/// Number of products of a matrix product, an estimate for a convolution; 0 for other operators.
double productsOf(const Node& node, const KnownInputs& inputs, const std::vector<TensorType>& outputs)
{
    if (findOperator(node.op)->kind != OperatorKind::Anchor) {
        return 0;
    }
    const auto elements = [](const TensorType& type) { return static_cast<double>(elementsOf(type.shape)); };
    return std::sqrt(elements(*inputs.types[0]) * elements(*inputs.types[1]) * elements(outputs[0]));
}

/// Limit of elements of all folded constants: a small file can ask for many large tensors of one number.
int64_t roomFor(const Graph& graph)
{
    int64_t elements = 0;
    for (const Value& value : graph.values) {
        elements += value.constant ? value.constant->size() : 0;
    }
    return kMostFoldedElements + 4 * elements;
}

/// Computes the node's outputs if they are constant and within the limits; returns an empty list otherwise.
Result<std::vector<Tensor>> constantOutputs(const Graph& graph, const Node& node, int64_t& room)
{
    const bool isTyped =
        std::ranges::all_of(presentValues(node.inputs), [&](ValueId input) { return graph.value(input).type.has_value(); });
    const KnownInputs inputs(graph, node);
    if (!isTyped || !node.unsupported.empty() || !isKnown(node, inputs)) {
        return std::vector<Tensor>{};
    }
    const auto inferred = TRY(inferNode(node, inputs));
    int64_t elements = 0;
    for (const TensorType& type : inferred) {
        elements += elementsOf(type.shape);
    }
    if (elements > std::min(room, kMostFoldedElements) || productsOf(node, inputs, inferred) > kMostProducts) {
        return std::vector<Tensor>{};
    }
    room -= elements;
    return evaluateNode(node, inputs);
}

} // namespace

const Tensor* constantOf(const Graph& graph, const Node& node, size_t input)
{
    const bool isPresent = input < node.inputs.size() && node.inputs[input] != kNoValue;
    return isPresent ? graph.value(node.inputs[input]).constant.get() : nullptr;
}

Result<PassReport> foldConstants(Graph& graph)
{
    PassReport report{kFoldingPass, {}};
    int64_t room = roomFor(graph);
    std::vector<Node> kept;
    for (Node& node : graph.nodes) {
        auto outputs = TRY(withPrefix(nodeText(graph, node), constantOutputs(graph, node, room)));
        if (outputs.empty()) {
            kept.push_back(std::move(node));
            continue;
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                graph.value(node.outputs[i]).constant = std::make_shared<const Tensor>(std::move(outputs[i]));
            }
        }
        report.lines.push_back(fmt::format("{} is a constant", nodeText(graph, node)));
    }
    graph.nodes = std::move(kept);
    return report;
}

} // namespace knobscope
