// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/rowwise.h"

#include "core/graph/operator.h"
#include "core/graph/operators/reduce.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace knobscope {
namespace {

/// Operators whose first input has items, and that treat each item alike.
bool isOfImages(std::string_view op)
{
    static constexpr std::string_view kOfImages[] = {"Conv",         "ConvTranspose",      "MaxPool",
                                                     "AveragePool",  "GlobalAveragePool",  "GlobalMaxPool",
                                                     "DepthToSpace", "BatchNormalization", "InstanceNormalization",
                                                     "LRN",          "GroupNormalization", "SpaceToDepth"};
    return std::ranges::find(kOfImages, op) != std::end(kOfImages);
}

/// Operators along axes from `axis` on, or along that one.
bool isAlongAxis(std::string_view op)
{
    static constexpr std::string_view kAlongAxis[] = {"Softmax", "LogSoftmax", "Hardmax", "LayerNormalization",
                                                      "ArgMax",  "ArgMin"};
    return std::ranges::find(kAlongAxis, op) != std::end(kAlongAxis);
}

/// Operators that keep the elements and their order: items stay items if there are as many.
bool keepsOrder(const Node& node)
{
    return node.op == "Reshape" || node.op == "Flatten" || node.op == "Unsqueeze"
        || (node.op == "Squeeze" && node.inputs.size() > 1);
}

size_t rankOf(const Graph& graph, ValueId id)
{
    return graph.value(id).type->shape.size();
}

/// Whether all items read the same elements of a constant that is broadcast to `rank` axes.
bool isOfAllItems(const Graph& graph, ValueId constant, size_t rank)
{
    return rankOf(graph, constant) < rank || graph.value(constant).type->shape.front() == 1;
}

} // namespace

bool computesItemsAlone(const Graph& graph, const Node& node, const std::function<bool(ValueId)>& isRows)
{
    const Operator* op = findOperator(node.op);
    auto inputs = presentValues(node.inputs);
    auto outputs = presentValues(node.outputs);
    const auto isUsable = [&](ValueId id) { return isRows(id) || graph.value(id).constant; };
    if (!op || !node.unsupported.empty() || node.inputs.empty() || node.inputs[0] == kNoValue || outputs.empty()
        || !std::ranges::all_of(inputs, isUsable) || std::ranges::none_of(inputs, isRows)) {
        return false;
    }
    const size_t rank = rankOf(graph, *outputs.begin());
    if (op->kind == OperatorKind::ElementWise) {
        return rank > 0 && std::ranges::all_of(inputs, [&](ValueId id) {
                   return isRows(id) ? rankOf(graph, id) == rank : isOfAllItems(graph, id, rank);
               });
    }
    if (!isRows(node.inputs[0]) || std::ranges::count_if(inputs, isRows) != 1) {
        return false;
    }
    const OperatorCall call(graph, node);
    const size_t inputRank = rankOf(graph, node.inputs[0]);
    if (node.op == "Gemm") {
        return call.integer("transA", 0) == 0 && (!call.has(2) || isOfAllItems(graph, node.inputs[2], rank));
    }
    if (node.op == "MatMul") {
        return inputRank >= 2 && rankOf(graph, node.inputs[1]) <= 2;
    }
    if (node.op == "Transpose") {
        const auto perm = call.integers("perm");
        return !perm.empty() && perm.front() == 0;
    }
    if (node.op.starts_with("Reduce")) {
        return inputRank > 0 && !reducedAxes(call)[0];
    }
    if (isAlongAxis(node.op)) {
        return call.axisAttribute("axis", node.op.starts_with("Arg") ? 0 : -1, inputRank) > 0;
    }
    return keepsOrder(node) || isOfImages(node.op);
}

int64_t rowsOfItem(const Graph& graph, std::span<const size_t> products)
{
    int64_t most = 1;
    for (const size_t product : products) {
        const Shape& shape = graph.value(graph.nodes[product].inputs[0]).type->shape; // items, rows of each, terms of a sum
        most = std::max(most, elementsOf({shape.begin() + 1, shape.end() - 1}));
    }
    return most;
}

Result<Graph> withLeadingExtent(const Graph& graph, int64_t extent)
{
    Graph changed = graph; // shares the constants
    for (const ValueId input : changed.inputs) {
        changed.value(input).type->shape.at(0) = extent;
    }
    for (const Node& node : changed.nodes) {
        const auto types = TRY(withPrefix(nodeText(changed, node), inferNode(node, KnownInputs(changed, node))));
        for (size_t i = 0; i < node.outputs.size(); ++i) {
            if (node.outputs[i] != kNoValue) {
                changed.value(node.outputs[i]).type = types.at(i);
            }
        }
    }
    return changed;
}

} // namespace knobscope
