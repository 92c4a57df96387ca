// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/stridedview.h"

#include "core/graph/passes/passes.h"
#include "core/runtime/valueplaces.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr size_t kMostViewSteps = 16; // operators that a view goes through

std::optional<double> numberOf(const Graph& graph, ValueId id)
{
    const auto& constant = graph.value(id).constant;
    return constant && constant->size() == 1 && constant->number() == ir::float32 ? std::optional(constant->reals()[0])
                                                                                  : std::nullopt;
}

/// The value that a node moves or scales; kNoValue for other nodes.
ValueId movedBy(const Graph& graph, const Node& node)
{
    static const std::vector<std::string> kMovers{"Transpose", "Slice", "Split", "Gather", "Expand", "Identity"};
    if (isView(node) || isRoundingToBfloat16(node) || std::ranges::find(kMovers, node.op) != kMovers.end()) {
        return node.inputs[0];
    }
    const auto scaled = scaledValueOf(graph, node);
    return scaled ? scaled->of : kNoValue;
}

/// The view through the node that makes `output` of a view of what it moves or scales.
std::optional<StridedView> through(const Graph& graph, const Node& node, StridedView view, ValueId output)
{
    if (node.op == "Identity" || isRoundingToBfloat16(node)) {
        return view;
    }
    if (const auto scaled = scaledValueOf(graph, node)) {
        view.factor *= scaled->factor;
        const bool isSameRank = graph.value(output).type->shape.size() == view.axes.size();
        return isSameRank ? std::optional(std::move(view)) : std::nullopt;
    }
    auto places = moved(graph, node, output, view);
    return places ? std::optional(StridedView{*std::move(places), view.value, view.factor}) : std::nullopt;
}

} // namespace

std::optional<Digit> joined(const std::vector<Digit>& axis)
{
    Digit all;
    for (size_t i = axis.size(); i-- > 0;) {
        if (all.extent > 1 && axis[i].stride != all.stride * all.extent) {
            return std::nullopt;
        }
        all = {all.extent * axis[i].extent, all.extent > 1 ? all.stride : axis[i].stride};
    }
    return all;
}

StridedView wholeOf(const Graph& graph, ValueId value)
{
    return {inPlace(graph.value(value).type->shape, {}), value};
}

StridedView reordered(const StridedView& view, const std::vector<int64_t>& order)
{
    StridedView made = view;
    for (size_t i = 0; i < order.size(); ++i) {
        made.axes[i] = view.axes[static_cast<size_t>(order[i])];
    }
    return made;
}

std::vector<StridedView> viewsOf(const Graph& graph, const std::vector<int>& producers, ValueId value)
{
    std::vector<ValueId> path{value};
    const auto isUsable = [&](ValueId id) {
        const auto& type = graph.value(id).type;
        return type && type->number == ir::float32 && elementsOf(type->shape) > 0;
    };
    while (path.size() <= kMostViewSteps) {
        const int producer = producers[static_cast<size_t>(path.back())];
        const ValueId moved = producer < 0 ? kNoValue : movedBy(graph, graph.nodes[static_cast<size_t>(producer)]);
        if (moved == kNoValue || !isUsable(moved)) {
            break;
        }
        path.push_back(moved);
    }
    std::vector<StridedView> views;
    for (size_t start = path.size(); start-- > 0;) {
        std::optional<StridedView> view = wholeOf(graph, path[start]);
        for (size_t i = start; i-- > 0 && view;) {
            const auto producer = static_cast<size_t>(producers[static_cast<size_t>(path[i])]);
            view = through(graph, graph.nodes[producer], *view, path[i]);
        }
        if (view) {
            views.push_back(*std::move(view));
        }
    }
    return views;
}

std::optional<ScaledValue> scaledValueOf(const Graph& graph, const Node& node)
{
    if ((node.op != "Mul" && node.op != "Div") || node.inputs.size() != 2) {
        return std::nullopt;
    }
    if (const auto factor = numberOf(graph, node.inputs[1])) {
        return ScaledValue{node.inputs[0], node.op == "Mul" ? *factor : 1 / *factor};
    }
    const auto factor = node.op == "Mul" ? numberOf(graph, node.inputs[0]) : std::nullopt;
    return factor ? std::optional(ScaledValue{node.inputs[1], *factor}) : std::nullopt;
}

} // namespace knobscope
