// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/valueplaces.h"

#include "core/graph/operator.h"
#include "core/runtime/cutgroups.h"
#include "core/runtime/memoryplan.h"

#include <algorithm>
#include <array>

namespace knobscope {
namespace {

constexpr std::array<std::string_view, 4> kViews{"Reshape", "Flatten", "Squeeze", "Unsqueeze"};
constexpr std::array<std::string_view, 7> kOverImages{
    "Slice", "Pad", "Resize", "ReduceMean", "ReduceSum", "ReduceMax", "InstanceNormalization"};
constexpr std::array<std::string_view, 4> kMovers{"Transpose", "DepthToSpace", "Slice", "Gather"};
constexpr std::array<std::string_view, 4> kPools{"MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool"};

bool isOneOf(std::span<const std::string_view> names, const std::string& op)
{
    return std::find(names.begin(), names.end(), op) != names.end();
}

/// Whether whole blocks of channels move to other pixels.
bool spreadsChannels(const Graph& graph, const Node& node)
{
    return node.op == "DepthToSpace" && OperatorCall(graph, node).text("mode", "DCR") == "DCR";
}

class LayoutFlow
{
public:
    LayoutFlow(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, ValueLayout>& chosen)
        : m_graph(graph)
        , m_groups(groups)
    {
        m_result.layouts.resize(graph.values.size());
        m_result.within.resize(graph.values.size());
        for (const Group& group : groups) {
            const auto own = chosen.find(group.anchor);
            put(group, own != chosen.end() ? own->second : flowed(graph.nodes[group.anchor]));
        }
    }

    /// Visits the last concatenations first, so that nested ones are placed within the outer ones.
    ValueLayouts take() &&
    {
        const std::vector<int> producers = producersOf(m_graph);
        for (size_t g = m_groups.size(); g-- > 0;) {
            const Node& node = m_graph.nodes[m_groups[g].anchor];
            if (isContiguous(m_graph, node)) {
                placeParts(node, producers);
            }
        }
        return std::move(m_result);
    }

private:
    ValueLayout& layout(ValueId value) { return m_result.layouts[static_cast<size_t>(value)]; }

    void put(const Group& group, ValueLayout layoutOfGroup)
    {
        for (const ValueId output : presentValues(m_graph.nodes[group.anchor].outputs)) {
            layout(output) = layoutOfGroup;
        }
        for (const size_t n : group.epilogue) {
            layout(m_graph.nodes[n].outputs[0]) = layoutOfGroup;
        }
    }

    ValueLayout flowed(const Node& node)
    {
        const Value& output = m_graph.value(node.outputs[0]);
        if (!output.type || !isImage(output.type->shape)) {
            return {};
        }
        const bool joins = joinsChannels(m_graph, node);
        if (!joins && !keepsChannels(m_graph, node) && !spreadsChannels(m_graph, node)) {
            return {};
        }
        std::map<ValueLayout, int64_t> elements;
        for (const ValueId input : presentValues(node.inputs)) {
            const Value& value = m_graph.value(input);
            if (value.type && !value.constant && value.type->shape.size() == output.type->shape.size()) {
                elements[layout(input)] += elementsOf(value.type->shape);
            }
        }
        ValueLayout best;
        int64_t most = 0;
        for (const auto& [candidate, count] : elements) {
            if (count > most && (joins ? areAllCompatible(candidate, node) : isCompatible(candidate, output.type->shape))) {
                best = candidate;
                most = count;
            }
        }
        return best;
    }

    bool areAllCompatible(ValueLayout candidate, const Node& node) const
    {
        return std::all_of(node.inputs.begin(), node.inputs.end(),
                           [&](ValueId input) { return isCompatible(candidate, m_graph.value(input).type->shape); });
    }

    void placeParts(const Node& node, const std::vector<int>& producers)
    {
        const ValueId whole = node.outputs[0];
        int64_t before = 0;
        for (const ValueId input : node.inputs) {
            const Value& value = m_graph.value(input);
            const int producer = producers[static_cast<size_t>(input)];
            const bool isMade = producer >= 0 && !isView(m_graph.nodes[static_cast<size_t>(producer)]);
            auto& within = m_result.within[static_cast<size_t>(input)];
            const int64_t offset = before * keptType(m_graph.value(whole)).bytes();
            const bool isOfType = keptType(value) == keptType(m_graph.value(whole));
            if (isMade && isOfType && offset == alignedBytes(offset) && !within && layout(input) == layout(whole)) {
                within = ConcatSlot{whole, before};
            }
            before += elementsOf(value.type->shape);
        }
    }

    const Graph& m_graph;
    const std::vector<Group>& m_groups;
    ValueLayouts m_result;
};

} // namespace

bool isView(const Node& node)
{
    return isOneOf(kViews, node.op);
}

bool keepsChannels(const Graph& graph, const Node& node)
{
    const Operator* op = findOperator(node.op);
    if (isOneOf(kPools, node.op) || (op && op->kind == OperatorKind::ElementWise)) {
        return true;
    }
    if (!isOneOf(kOverImages, node.op)) {
        return false;
    }
    const auto& from = graph.value(node.inputs[0]).type;
    const auto& to = graph.value(node.outputs[0]).type;
    return from && to && isImage(from->shape) && from->shape.size() == to->shape.size() && from->shape[1] == to->shape[1];
}

bool readsAnyLayout(const Node& node)
{
    return isOneOf(kMovers, node.op) || node.op.starts_with("Reduce");
}

bool joinsChannels(const Graph& graph, const Node& node)
{
    const auto& type = graph.value(node.outputs[0]).type;
    const auto axis = node.attributes.find("axis");
    if (node.op != "Concat" || !type || type->number != ir::float32 || axis == node.attributes.end()) {
        return false;
    }
    const auto rank = static_cast<int64_t>(type->shape.size());
    const int64_t along = std::get<int64_t>(axis->second);
    return rank >= 2 && (along == 1 || along == 1 - rank);
}

bool isContiguous(const Graph& graph, const Node& node)
{
    return joinsChannels(graph, node) && graph.value(node.outputs[0]).type->shape[0] == 1;
}

ValueLayouts flowLayouts(const Graph& graph, const std::vector<Group>& groups, const std::map<size_t, ValueLayout>& chosen)
{
    return LayoutFlow(graph, groups, chosen).take();
}

} // namespace knobscope
