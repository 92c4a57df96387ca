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
    const bool isTyped =
        std::ranges::all_of(given(node.inputs), [&](ValueId input) { return graph.value(input).type.has_value(); });
    const KnownInputs inputs(graph, node);
    if (!isTyped || !node.unsupported.empty() || !isKnown(node, inputs.types, inputs.values)) {
        return std::vector<Tensor>{};
    }
    const auto inferred = TRY(inferNode(node, inputs.types, inputs.values));
    const bool isSmall =
        std::ranges::all_of(inferred, [](const TensorType& type) { return elementsOf(type.shape) <= kMostFoldedElements; });
    return isSmall ? evaluateNode(node, inputs.types, inputs.values) : std::vector<Tensor>{};
}

} // namespace

Result<PassReport> foldConstants(Graph& graph)
{
    PassReport report{"constant folding", {}};
    std::vector<Node> kept;
    for (Node& node : graph.nodes) {
        auto outputs = TRY(prefixed(nodeText(graph, node), constantOutputs(graph, node)));
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
