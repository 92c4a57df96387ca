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

std::vector<AxisPart> axisOf(int64_t extent, int64_t stride)
{
    return extent == 1 ? std::vector<AxisPart>() : std::vector{AxisPart{extent, stride}};
}

/// Divides the parts of all axes, in order, among axes of other extents; nullopt if one would end inside a part that its extent
/// does not divide.
std::optional<StridedView> reshaped(const StridedView& view, const Shape& shape)
{
    std::vector<AxisPart> left;
    for (const auto& axis : view.axes) {
        left.insert(left.end(), axis.begin(), axis.end());
    }
    StridedView made = view;
    made.axes.assign(shape.size(), {});
    for (size_t axis = shape.size(); axis-- > 0;) {
        for (int64_t needed = shape[axis]; needed > 1;) {
            AxisPart& part = left.back();
            const int64_t taken = std::min(needed, part.extent);
            if (needed % taken != 0 || part.extent % taken != 0) {
                return std::nullopt;
            }
            made.axes[axis].insert(made.axes[axis].begin(), {taken, part.stride});
            needed /= taken;
            part = {part.extent / taken, part.stride * taken};
            if (part.extent == 1) {
                left.pop_back();
            }
        }
    }
    return made;
}

std::optional<StridedView> sliced(StridedView view, const OperatorCall& call, const Shape& output)
{
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
        const size_t axis = call.axis(axes[i], view.axes.size(), phrase("axes"));
        const auto whole = joined(view.axes[axis]);
        if (!whole) {
            return std::nullopt;
        }
        const int64_t start = std::clamp(starts[i] < 0 ? starts[i] + whole->extent : starts[i], int64_t{0}, whole->extent - 1);
        view.offset += start * whole->stride;
        view.axes[axis] = axisOf(output[axis], whole->stride * (steps.empty() ? 1 : steps[i]));
    }
    return view;
}

/// One index along an axis, which goes.
std::optional<StridedView> gathered(StridedView view, const OperatorCall& call)
{
    const Tensor* which = call.known(1);
    const size_t axis = call.axisAttribute("axis", 0, view.axes.size());
    const auto whole = joined(view.axes[axis]);
    if (!which || !which->shape().empty() || !whole) {
        return std::nullopt;
    }
    view.offset += call.place(which->integers()[0], whole->extent) * whole->stride;
    view.axes.erase(view.axes.begin() + static_cast<std::ptrdiff_t>(axis));
    return view;
}

std::optional<StridedView> splitPart(const Graph& graph, StridedView view, const OperatorCall& call, ValueId part)
{
    const size_t axis = call.axisAttribute("axis", 0, view.axes.size());
    const auto whole = joined(view.axes[axis]);
    for (const ValueId output : call.node().outputs) {
        if (output == kNoValue || !graph.value(output).type || !whole) {
            return std::nullopt;
        }
        const int64_t extent = graph.value(output).type->shape[axis];
        if (output == part) {
            view.axes[axis] = axisOf(extent, whole->stride);
            break;
        }
        view.offset += extent * whole->stride;
    }
    return view;
}

StridedView expanded(StridedView view, const Shape& shape)
{
    view.axes.insert(view.axes.begin(), shape.size() - view.axes.size(), {});
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (extentOf(view.axes[axis]) != shape[axis]) {
            view.axes[axis] = axisOf(shape[axis], 0);
        }
    }
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
        return splitPart(graph, view, call, output);
    }
    if (node.op == "Expand") {
        return expanded(view, shape);
    }
    StridedView made = view;
    if (const auto scaling = scalingOf(graph, node)) {
        if (shape.size() != view.axes.size()) {
            return std::nullopt;
        }
        made.factor *= scaling->factor;
    }
    return made;
}

} // namespace

int64_t extentOf(const std::vector<AxisPart>& axis)
{
    int64_t extent = 1;
    for (const AxisPart& part : axis) {
        extent *= part.extent;
    }
    return extent;
}

std::optional<AxisPart> joined(const std::vector<AxisPart>& axis)
{
    AxisPart all;
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
    const Shape& shape = graph.value(value).type->shape;
    const std::vector<int64_t> strides = stridesOf(shape);
    StridedView view{value, 0, {}, 1};
    for (size_t axis = 0; axis < shape.size(); ++axis) {
        view.axes.push_back(axisOf(shape[axis], strides[axis]));
    }
    return view;
}

StridedView reordered(const StridedView& view, const std::vector<int64_t>& order)
{
    StridedView made = view;
    for (size_t i = 0; i < order.size(); ++i) {
        made.axes[i] = view.axes[static_cast<size_t>(order[i])];
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
