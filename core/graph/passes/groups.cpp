// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operator.h"
#include "core/graph/passes/passes.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace knobscope {
namespace {

bool isElementWise(const Node& node)
{
    const Operator* op = node.unsupported.empty() ? findOperator(node.op) : nullptr;
    return op && op->kind == OperatorKind::ElementWise && node.outputs.size() == 1;
}

/// True if a group with this anchor can have an epilogue: a sum of products, a fold, or an element-wise operator.
bool takesEpilogue(const Node& node)
{
    const Operator* op = node.unsupported.empty() ? findOperator(node.op) : nullptr;
    return op && (op->kind == OperatorKind::Anchor || op->kind == OperatorKind::ElementWise || isFold(node))
        && std::ranges::distance(presentValues(node.outputs)) == 1;
}

/// Assigns nodes to groups, in order.
class Grouping
{
public:
    explicit Grouping(const Graph& graph)
        : m_graph(graph)
        , m_producers(producersOf(graph))
        , m_readers(graph.values.size())
        , m_isComputed(graph.values.size(), true)
        , m_isGrouped(graph.nodes.size())
    {
        for (size_t n = 0; n < graph.nodes.size(); ++n) {
            for (const ValueId input : presentValues(graph.nodes[n].inputs)) {
                m_readers[static_cast<size_t>(input)].insert(n);
            }
            setComputed(n, false);
        }
        for (const ValueId output : graph.outputs) {
            m_readers[static_cast<size_t>(output)].insert(graph.nodes.size());
        }
    }

    /// Starts a group with a node unless an earlier group has it, and extends the group as far as possible.
    void add(size_t n)
    {
        if (m_isGrouped[n] || readerOf(n) != m_graph.nodes.size()) {
            return;
        }
        std::vector<size_t> first = dequantizersOf(n);
        first.push_back(n);
        std::ranges::for_each(first, [&](size_t node) { take(node); });
        Group group{first.front(), {first.begin() + 1, first.end()}};
        while (takesEpilogue(m_graph.nodes[n])) {
            const std::vector<size_t> region = regionAfter(outputOf(m_graph, group));
            if (region.empty()) {
                break;
            }
            std::ranges::for_each(region, [&](size_t node) { take(node); });
            group.epilogue.insert(group.epilogue.end(), region.begin(), region.end());
        }
        m_groups.push_back(std::move(group));
    }

    std::vector<Group> takeGroups() && { return std::move(m_groups); }

private:
    void setComputed(size_t n, bool is)
    {
        for (const ValueId output : presentValues(m_graph.nodes[n].outputs)) {
            m_isComputed[static_cast<size_t>(output)] = is;
        }
    }
    void take(size_t n)
    {
        m_isGrouped[n] = true;
        setComputed(n, true);
    }

    /// The node that dequantizes for itself what a DequantizeLinear makes: its only reader, if that is element-wise and of the
    /// same shape. The number of nodes if there is none.
    size_t readerOf(size_t n) const
    {
        const Node& node = m_graph.nodes[n];
        const size_t none = m_graph.nodes.size();
        if (node.op != "DequantizeLinear" || !isElementWise(node) || m_graph.value(node.inputs[0]).constant) {
            return none;
        }
        const std::set<size_t>& readers = m_readers[static_cast<size_t>(node.outputs[0])];
        const size_t reader = readers.size() == 1 ? *readers.begin() : none;
        const auto& type = m_graph.value(node.outputs[0]).type;
        return reader < none && type && isElementWise(m_graph.nodes[reader]) && hasShape(reader, type->shape) ? reader : none;
    }

    bool hasShape(size_t n, const Shape& shape) const
    {
        const auto& made = m_graph.value(m_graph.nodes[n].outputs[0]).type;
        return made && made->shape == shape;
    }

    /// The DequantizeLinear nodes of a node's inputs that are computed with it.
    std::vector<size_t> dequantizersOf(size_t n) const
    {
        std::vector<size_t> found;
        for (const ValueId input : presentValues(m_graph.nodes[n].inputs)) {
            const int producer = m_producers[static_cast<size_t>(input)];
            const auto node = static_cast<size_t>(producer);
            if (producer >= 0 && !m_isGrouped[node] && readerOf(node) == n && std::ranges::find(found, node) == found.end()) {
                found.push_back(node);
            }
        }
        return found;
    }

    /// The shortest list of element-wise nodes after which nothing but the last one's output is read of `value` and of what they
    /// compute: a single reader; or, of x * sigmoid(x), the Sigmoid and the Mul. Empty if there is none. All other inputs are
    /// computed before.
    std::vector<size_t> regionAfter(ValueId value)
    {
        constexpr size_t kMostNodes = 32;
        const auto& type = m_graph.value(value).type;
        std::vector<size_t> region;
        std::set<size_t> pending = m_readers[static_cast<size_t>(value)];
        while (type && !pending.empty() && region.size() < kMostNodes && fits(*pending.begin(), type->shape)) {
            const size_t next = *pending.begin();
            pending.erase(pending.begin());
            for (const size_t node : dequantizersOf(next)) {
                if (std::ranges::find(region, node) == region.end()) {
                    region.push_back(node);
                    setComputed(node, true);
                }
            }
            region.push_back(next);
            setComputed(next, true);
            if (pending.empty() && readerOf(next) == m_graph.nodes.size()) {
                return region;
            }
            pending.merge(std::set(m_readers[static_cast<size_t>(m_graph.nodes[next].outputs[0])]));
        }
        std::ranges::for_each(region, [&](size_t node) { setComputed(node, false); });
        return {};
    }

    bool fits(size_t n, const Shape& shape) const
    {
        if (n >= m_graph.nodes.size() || m_isGrouped[n] || !isElementWise(m_graph.nodes[n])) {
            return false;
        }
        const std::vector<size_t> own = dequantizersOf(n);
        const auto isReady = [&](ValueId input) {
            const int producer = m_producers[static_cast<size_t>(input)];
            const bool isOwn = producer >= 0 && std::ranges::find(own, static_cast<size_t>(producer)) != own.end();
            return m_isComputed[static_cast<size_t>(isOwn ? m_graph.nodes[static_cast<size_t>(producer)].inputs[0] : input)];
        };
        return hasShape(n, shape) && std::ranges::all_of(presentValues(m_graph.nodes[n].inputs), isReady);
    }

    const Graph& m_graph;
    std::vector<int> m_producers; ///< by value
    std::vector<std::set<size_t>> m_readers; ///< by value: nodes; their number for an output of the graph
    std::vector<bool> m_isComputed; ///< by value: an input, a constant, or made by a node of a group
    std::vector<bool> m_isGrouped; ///< by node
    std::vector<Group> m_groups;
};

} // namespace

bool isFold(const Node& node)
{
    constexpr std::string_view others[] = {
        "MaxPool", "AveragePool", "LayerNormalization", "GroupNormalization", "RMSNormalization", "InstanceNormalization",
        "Softmax"};
    return node.unsupported.empty()
        && (node.op.starts_with("Reduce") || node.op.starts_with("Global")
            || std::ranges::find(others, node.op) != std::end(others));
}

std::vector<Group> groupEpilogues(const Graph& graph)
{
    Grouping grouping(graph);
    for (size_t n = 0; n < graph.nodes.size(); ++n) {
        grouping.add(n);
    }
    return std::move(grouping).takeGroups();
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
