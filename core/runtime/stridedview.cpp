// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/stridedview.h"

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
    if (isView(node) || std::ranges::find(kMovers, node.op) != kMovers.end()) {
        return node.inputs[0];
    }
    const auto scaling = scalingOf(graph, node);
    return scaling ? scaling->of : kNoValue;
}

std::optional<StridedView> sliced(StridedView view, const OperatorCall& call, const Shape& output)
{
    const size_t rank = view.shape.size();
    const auto numbers = [&](size_t input) {
        return call.has(input) && call.known(input) ? call.known(input)->integers() : std::vector<int64_t>();
    };
    const std::vector<int64_t> starts = numbers(1);
    std::vector<int64_t> axes = numbers(3);
    const std::vector<int64_t> steps = numbers(4);
    for (size_t i = 0; i < starts.size() && !call.has(3); ++i) {
        axes.push_back(static_cast<int64_t>(i));
    }
    if (starts.empty() || axes.size() != starts.size() || (call.has(4) && steps.size() != starts.size())) {
        return std::nullopt;
    }
    for (size_t i = 0; i < starts.size(); ++i) {
        const size_t axis = call.axis(axes[i], rank, phrase("axes"));
        const int64_t extent = view.shape[axis];
        const int64_t step = steps.empty() ? 1 : steps[i];
        const int64_t start = std::clamp(starts[i] < 0 ? starts[i] + extent : starts[i], int64_t{0}, extent - 1);
        view.offset += start * view.strides[axis];
        view.strides[axis] *= step;
    }
    view.shape = output;
    return view;
}

/// One index along an axis, which goes.
std::optional<StridedView> gathered(StridedView view, const OperatorCall& call)
{
    const Tensor* which = call.known(1);
    if (!which || !which->shape().empty()) {
        return std::nullopt;
    }
    const size_t axis = call.axisAttribute("axis", 0, view.shape.size());
    view.offset += call.place(which->integers()[0], view.shape[axis]) * view.strides[axis];
    view.shape.erase(view.shape.begin() + static_cast<std::ptrdiff_t>(axis));
    view.strides.erase(view.strides.begin() + static_cast<std::ptrdiff_t>(axis));
    return view;
}

StridedView splitPart(const Graph& graph, StridedView view, const OperatorCall& call, ValueId part)
{
    const size_t axis = call.axisAttribute("axis", 0, view.shape.size());
    for (const ValueId output : call.node().outputs) {
        if (output == part) {
            break;
        }
        view.offset += graph.value(output).type->shape[axis] * view.strides[axis];
    }
    view.shape = graph.value(part).type->shape;
    return view;
}

/// The view through the node that makes `output` of a view of what it moves.
std::optional<StridedView> through(const Graph& graph, const Node& node, const StridedView& view, ValueId output)
{
    const OperatorCall call(graph, node);
    const Shape& shape = graph.value(output).type->shape;
    if (isView(node)) {
        return reshaped(view, shape);
    }
    if (node.op == "Transpose") {
        return reordered(view, transposeOrder(call));
    }
    if (node.op == "Slice") {
        return sliced(view, call, shape);
    }
    if (node.op == "Gather") {
        return gathered(view, call);
    }
    if (node.op == "Split") {
        const bool areKnown =
            std::ranges::all_of(node.outputs, [&](ValueId id) { return id != kNoValue && graph.value(id).type; });
        return areKnown ? std::optional(splitPart(graph, view, call, output)) : std::nullopt;
    }
    StridedView made = view;
    if (node.op == "Expand") {
        const size_t missing = shape.size() - view.shape.size();
        made.shape = shape;
        made.strides.insert(made.strides.begin(), missing, 0);
        for (size_t axis = missing; axis < shape.size(); ++axis) {
            made.strides[axis] = view.shape[axis - missing] == shape[axis] ? made.strides[axis] : 0;
        }
    } else if (const auto scaling = scalingOf(graph, node)) {
        if (shape.size() != view.shape.size()) {
            return std::nullopt;
        }
        made.factor *= scaling->factor;
    }
    return made;
}

} // namespace

StridedView wholeOf(const Graph& graph, ValueId value)
{
    const Shape& shape = graph.value(value).type->shape;
    return {value, 0, shape, stridesOf(shape), 1};
}

std::optional<StridedView> reshaped(const StridedView& view, const Shape& shape)
{
    StridedView made = view;
    made.shape = shape;
    made.strides.assign(shape.size(), 0);
    std::vector<size_t> from; // axes with more than one element
    std::vector<size_t> to;
    for (size_t axis = 0; axis < view.shape.size(); ++axis) {
        if (view.shape[axis] > 1) {
            from.push_back(axis);
        }
    }
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] > 1) {
            to.push_back(axis);
        }
    }
    for (size_t f = 0, t = 0; f < from.size() && t < to.size();) {
        // The shortest runs of axes from here on with the same number of elements.
        size_t fromEnd = f + 1;
        size_t toEnd = t + 1;
        int64_t before = view.shape[from[f]];
        int64_t after = shape[to[t]];
        while (before != after) {
            if (before < after ? fromEnd == from.size() : toEnd == to.size()) {
                return std::nullopt;
            }
            before < after ? before *= view.shape[from[fromEnd++]] : after *= shape[to[toEnd++]];
        }
        for (size_t i = f; i + 1 < fromEnd; ++i) {
            if (view.strides[from[i]] != view.strides[from[i + 1]] * view.shape[from[i + 1]]) {
                return std::nullopt;
            }
        }
        int64_t stride = view.strides[from[fromEnd - 1]];
        for (size_t i = toEnd; i-- > t;) {
            made.strides[to[i]] = stride;
            stride *= shape[to[i]];
        }
        f = fromEnd;
        t = toEnd;
    }
    return made;
}

StridedView reordered(const StridedView& view, const std::vector<int64_t>& order)
{
    StridedView made = view;
    for (size_t i = 0; i < order.size(); ++i) {
        made.shape[i] = view.shape[static_cast<size_t>(order[i])];
        made.strides[i] = view.strides[static_cast<size_t>(order[i])];
    }
    return made;
}

std::vector<int64_t> transposeOrder(const OperatorCall& call)
{
    std::vector<int64_t> order;
    for (size_t i = call.shape(0).size(); i-- > 0;) {
        order.push_back(static_cast<int64_t>(i));
    }
    return call.integers("perm", order);
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

std::optional<Scaling> scalingOf(const Graph& graph, const Node& node)
{
    if ((node.op != "Mul" && node.op != "Div") || node.inputs.size() != 2) {
        return std::nullopt;
    }
    if (const auto factor = numberOf(graph, node.inputs[1])) {
        return Scaling{node.inputs[0], node.op == "Mul" ? *factor : 1 / *factor};
    }
    const auto factor = node.op == "Mul" ? numberOf(graph, node.inputs[0]) : std::nullopt;
    return factor ? std::optional(Scaling{node.inputs[1], *factor}) : std::nullopt;
}

} // namespace knobscope
