// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"

#include <algorithm>
#include <optional>

namespace knobscope {
namespace {

bool isElementWise(const Node& node)
{
    const Operator* op = node.unsupported.empty() ? findOperator(node.op) : nullptr;
    return op && op->kind == OperatorKind::ElementWise && node.outputs.size() == 1;
}

/// True if a group with this anchor can have an epilogue: a sum of products, or an element-wise operator.
bool takesEpilogue(const Node& node)
{
    const Operator* op = node.unsupported.empty() ? findOperator(node.op) : nullptr;
    return op && (op->kind == OperatorKind::Anchor || op->kind == OperatorKind::ElementWise) && node.outputs.size() == 1;
}

/// Assigns nodes to groups, in order.
class Grouping
{
public:
    explicit Grouping(const Graph& graph)
        : m_graph(graph)
        , m_uses(usesOf(graph))
        , m_groupOf(graph.values.size(), -1)
    {
    }

    void add(size_t n)
    {
        const Node& node = m_graph.nodes[n];
        const std::optional<size_t> joined = groupToJoin(node);
        if (joined) {
            m_groups[*joined].epilogue.push_back(n);
        } else {
            m_groups.push_back({n, {}});
        }
        for (const ValueId output : presentValues(node.outputs)) {
            m_groupOf[static_cast<size_t>(output)] = static_cast<int>(joined.value_or(m_groups.size() - 1));
        }
    }

    std::vector<Group> take() && { return std::move(m_groups); }

private:
    /// Returns the last group that the node reads from: all its other inputs are computed before that.
    std::optional<size_t> groupToJoin(const Node& node) const
    {
        int last = -1;
        ValueId made = kNoValue;
        for (const ValueId input : presentValues(node.inputs)) {
            if (m_groupOf[static_cast<size_t>(input)] > last) {
                last = m_groupOf[static_cast<size_t>(input)];
                made = input;
            }
        }
        if (last < 0 || !isElementWise(node) || !takesEpilogue(m_graph.nodes[m_groups[static_cast<size_t>(last)].anchor])) {
            return std::nullopt;
        }
        const auto& from = m_graph.value(made).type;
        const auto& to = m_graph.value(node.outputs[0]).type;
        const auto reads = std::count(node.inputs.begin(), node.inputs.end(), made);
        const bool isOnlyReader = m_uses[static_cast<size_t>(made)] == static_cast<int>(reads);
        const bool isEnd = outputOf(m_graph, m_groups[static_cast<size_t>(last)]) == made;
        return isOnlyReader && from && to && from->shape == to->shape && isEnd ? std::optional(static_cast<size_t>(last))
                                                                               : std::nullopt;
    }

    const Graph& m_graph;
    std::vector<int> m_uses;
    std::vector<int> m_groupOf; ///< by value; -1 for inputs and constants
    std::vector<Group> m_groups;
};

} // namespace

std::vector<Group> groupEpilogues(const Graph& graph)
{
    Grouping grouping(graph);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        grouping.add(n);
    }
    return std::move(grouping).take();
}

std::vector<size_t> nodesOf(const Group& group)
{
    std::vector<size_t> nodes{group.anchor};
    nodes.insert(nodes.end(), group.epilogue.begin(), group.epilogue.end());
    return nodes;
}

ValueId outputOf(const Graph& graph, const Group& group)
{
    return graph.nodes[group.epilogue.empty() ? group.anchor : group.epilogue.back()].outputs[0];
}

PassReport describeGroups(const Graph& graph, const std::vector<Group>& groups)
{
    PassReport report{"epilogues", {}};
    for (const Group& group : groups) {
        std::string line;
        for (const size_t n : group.epilogue) {
            line +=
                (line.empty() ? fmt::format("{} with ", nodeText(graph, graph.nodes[group.anchor])) : ", ") + graph.nodes[n].op;
        }
        if (!line.empty()) {
            report.lines.push_back(std::move(line));
        }
    }
    return report;
}

} // namespace knobscope
