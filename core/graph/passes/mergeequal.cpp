// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace knobscope {

Result<PassReport> mergeEqualNodes(Graph& graph)
{
    PassReport report{"equal nodes", {}};
    std::map<std::tuple<std::string, std::vector<ValueId>, Attributes, size_t>, size_t> first;
    std::map<ValueId, ValueId> instead;
    const std::set<ValueId> outputs(graph.outputs.begin(), graph.outputs.end());
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        Node& node = graph.nodes[n];
        for (ValueId& input : node.inputs) {
            const auto other = instead.find(input);
            input = other == instead.end() ? input : other->second;
        }
        const bool isOutput = std::ranges::any_of(node.outputs, [&](ValueId output) { return outputs.contains(output); });
        if (!node.unsupported.empty() || isOutput) {
            continue; // outputs of the graph keep their names
        }
        const auto [known, isNew] = first.try_emplace({node.op, node.inputs, node.attributes, node.outputs.size()}, n);
        const Node& same = graph.nodes[known->second];
        if (isNew || std::ranges::any_of(same.outputs, [](ValueId output) { return output == kNoValue; })) {
            continue;
        }
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                instead.emplace(node.outputs[i], same.outputs[i]);
            }
        }
        report.lines.push_back(fmt::format("{} computes the same as {}", nodeText(graph, node), nodeText(graph, same)));
    }
    return report;
}

} // namespace knobscope
