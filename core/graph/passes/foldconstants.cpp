// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"

#include <algorithm>

namespace knobscope {
namespace {

/// A constant is kept in memory and written to files: what is larger is cheaper to compute.
constexpr int64_t kMostFoldedElements = int64_t{1} << 26;

/// What the node makes, if that is constant; nothing if not.
Result<std::vector<Tensor>> constantOutputs(const Graph& graph, const Node& node)
{
    std::vector<const TensorType*> types;
    std::vector<const Tensor*> values;
    for (const ValueId input : node.inputs) {
        if (input != kNoValue && !graph.value(input).type) {
            return std::vector<Tensor>{};
        }
        types.push_back(input == kNoValue ? nullptr : &*graph.value(input).type);
        values.push_back(input == kNoValue ? nullptr : graph.value(input).constant.get());
    }
    if (!node.unsupported.empty() || !isKnown(node, types, values)) {
        return std::vector<Tensor>{};
    }
    const auto inferred = TRY(inferNode(node, types, values));
    const bool isSmall = std::all_of(inferred.begin(), inferred.end(),
                                     [](const TensorType& type) { return elementsOf(type.shape) <= kMostFoldedElements; });
    return isSmall ? evaluateNode(node, types, values) : std::vector<Tensor>{};
}

} // namespace

Result<PassReport> foldConstants(Graph& graph)
{
    PassReport report{"constant folding", {}};
    std::vector<Node> kept;
    for (Node& node : graph.nodes) {
        auto outputs = constantOutputs(graph, node);
        if (!outputs) {
            return fail(outputs.error().code, "{}: {}", nodeText(graph, node), outputs.error());
        }
        if (outputs->empty()) {
            kept.push_back(std::move(node));
            continue;
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                graph.value(node.outputs[i]).constant = std::make_shared<const Tensor>(std::move((*outputs)[i]));
            }
        }
        report.lines.push_back(fmt::format("{} is a constant", nodeText(graph, node)));
    }
    graph.nodes = std::move(kept);
    return report;
}

} // namespace knobscope
