// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/passes/passes.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

/// For each value, true if it is an output of the graph.
std::vector<bool> outputsOf(const Graph& graph)
{
    std::vector<bool> isOutput(graph.values.size());
    for (const ValueId output : graph.outputs) {
        isOutput[static_cast<size_t>(output)] = true;
    }
    return isOutput;
}

/// True for a cast from a type to itself, which does not round to 16 bits either.
bool isIdleCast(const Graph& graph, const Node& node)
{
    const auto to = node.attributes.find("to");
    if (node.op != "Cast" || node.inputs.empty() || node.inputs[0] == kNoValue || to == node.attributes.end()) {
        return false;
    }
    const auto& type = graph.value(node.inputs[0]).type;
    return type && to->second == Attribute(type->number.text());
}

/// Makes a cast back from 16 bits round and the one before it idle, if no other node reads that one's output: files have the two
/// as a pair, whose last output is the one with a name.
void roundLast(Graph& graph)
{
    const std::vector<int> producers = producersOf(graph);
    const std::vector<int> uses = usesOf(graph);
    for (Node& node : graph.nodes) {
        const int before = node.op == "Cast" && isIdleCast(graph, node) ? producers[static_cast<size_t>(node.inputs[0])] : -1;
        if (before < 0 || uses[static_cast<size_t>(node.inputs[0])] != 1
            || !graph.nodes[static_cast<size_t>(before)].unsupported.empty()) {
            continue;
        }
        const Node& first = graph.nodes[static_cast<size_t>(before)];
        const auto to = first.attributes.find("to");
        if (first.op == "Cast" && to != first.attributes.end()
            && (to->second == Attribute(std::string("float16")) || to->second == Attribute(std::string("bfloat16")))) {
            node.attributes["to"] = to->second;
            node.inputs[0] = first.inputs[0];
        }
    }
}

/// True if a node forwards its first input and its output is not an output of the graph (those keep their names).
bool isPassedOn(const Graph& graph, const Node& node, const std::vector<bool>& isOutput)
{
    const bool isSame = (node.op == "Identity" || node.op == "Dropout" || isIdleCast(graph, node)) && node.unsupported.empty()
                     && !node.inputs.empty() && !node.outputs.empty() && node.inputs[0] != kNoValue
                     && node.outputs[0] != kNoValue;
    return isSame && !isOutput[static_cast<size_t>(node.outputs[0])];
}

/// Makes every reader of such a node read its input instead.
void readAround(Graph& graph, const std::vector<bool>& isOutput, PassReport& report)
{
    std::vector<ValueId> instead(graph.values.size());
    std::iota(instead.begin(), instead.end(), ValueId{0});
    for (Node& node : graph.nodes) {
        for (ValueId& input : node.inputs) {
            input = input == kNoValue ? kNoValue : instead[static_cast<size_t>(input)];
        }
        if (isPassedOn(graph, node, isOutput)) {
            instead[static_cast<size_t>(node.outputs[0])] = node.inputs[0];
            report.lines.push_back(fmt::format("{} has no effect", nodeText(graph, node)));
        }
    }
}

} // namespace

Result<PassReport> removeDeadNodes(Graph& graph)
{
    PassReport report{"dead nodes", {}};
    const std::vector<bool> isOutput = outputsOf(graph);
    roundLast(graph);
    readAround(graph, isOutput, report);
    std::vector<bool> isRead = isOutput;
    std::vector<Node> kept;
    for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
        const bool isNeeded = std::ranges::any_of(presentValues(node->outputs),
                                                  [&](ValueId output) { return isRead[static_cast<size_t>(output)]; });
        if (!isNeeded) {
            if (!isPassedOn(graph, *node, isOutput)) {
                report.lines.push_back(fmt::format("the output of {} is never read", nodeText(graph, *node)));
            }
            continue;
        }
        for (const ValueId input : presentValues(node->inputs)) {
            isRead[static_cast<size_t>(input)] = true;
        }
        kept.push_back(std::move(*node));
    }
    std::reverse(kept.begin(), kept.end());
    graph.nodes = std::move(kept);
    for (size_t id = 0; id < graph.values.size(); ++id) {
        if (!isRead[id]) {
            graph.values[id].constant.reset();
        }
    }
    return report;
}

} // namespace knobscope
