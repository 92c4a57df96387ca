// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/movedvalue.h"

#include "core/graph/operators/sliceplan.h"
#include "core/runtime/definition.h"
#include "core/runtime/valueplaces.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

using Digits = std::vector<Digit>;

/// Appends a digit, as part of the last one if both are one run of equal steps. Single elements vanish.
void append(Digits& digits, Digit next)
{
    if (next.extent == 1) {
        return;
    }
    if (!digits.empty() && digits.back().stride == next.stride * next.extent) {
        digits.back() = {digits.back().extent * next.extent, next.stride};
    } else {
        digits.push_back(next);
    }
}

Digits joined(const std::vector<Digits>& axes)
{
    Digits all;
    for (const Digits& axis : axes) {
        std::ranges::for_each(axis, [&](Digit digit) { append(all, digit); });
    }
    return all;
}

/// Cuts digits into axes of these extents; nullopt if a digit would be in two axes and does not divide.
std::optional<std::vector<Digits>> cutInto(Digits digits, const Shape& extents)
{
    std::vector<Digits> axes(extents.size());
    for (size_t axis = extents.size(); axis-- > 0;) {
        for (int64_t left = extents[axis]; left > 1;) {
            if (digits.empty()) {
                return std::nullopt;
            }
            Digit& last = digits.back();
            const int64_t taken = std::min(left, last.extent);
            if (left % taken != 0 || last.extent % taken != 0) {
                return std::nullopt;
            }
            axes[axis].insert(axes[axis].begin(), {taken, last.stride});
            left /= taken;
            last = {last.extent / taken, last.stride * taken};
            if (last.extent == 1) {
                digits.pop_back();
            }
        }
    }
    return axes;
}

/// Keeps `extent` elements of an axis from `first` on, in steps.
bool cut(MovedValue& value, size_t axis, int64_t first, int64_t step, int64_t extent)
{
    Digits& digits = value.axes[axis];
    if (step < 1) {
        return false;
    }
    for (size_t d = 0; d < digits.size(); ++d) {
        int64_t inside = 1;
        std::for_each(digits.begin() + static_cast<std::ptrdiff_t>(d) + 1, digits.end(),
                      [&](const Digit& digit) { inside *= digit.extent; });
        const int64_t last = first + (extent - 1) * step;
        if (first / inside == last / inside) { // all in one place of this digit
            value.offset += first / inside * digits[d].stride;
            first %= inside;
            digits[d].extent = 1;
        } else if (inside == 1 || (step == 1 && first % inside == 0 && extent % inside == 0)) {
            value.offset += first / inside * digits[d].stride;
            digits[d] = {extent / inside, digits[d].stride * step};
            first = 0;
            break;
        } else {
            return false;
        }
    }
    std::erase_if(digits, [](const Digit& digit) { return digit.extent == 1; });
    return true;
}

bool permute(const OperatorCall& call, MovedValue& value)
{
    std::vector<Digits> axes;
    for (const int64_t axis : transposeOrder(call)) {
        axes.push_back(value.axes.at(static_cast<size_t>(axis)));
    }
    value.axes = std::move(axes);
    return true;
}

bool slice(const OperatorCall& call, MovedValue& value)
{
    for (size_t i = 1; i < call.inputs(); ++i) {
        if (call.has(i) && !call.known(i)) {
            return false;
        }
    }
    const SlicePlan plan(call);
    for (size_t axis = 0; axis < plan.shape.size(); ++axis) {
        if (!cut(value, axis, plan.firsts[axis], plan.steps[axis], plan.shape[axis])) {
            return false;
        }
    }
    return true;
}

bool split(const Graph& graph, const OperatorCall& call, ValueId output, MovedValue& value)
{
    const size_t axis = call.axisAttribute("axis", 0, value.axes.size());
    int64_t first = 0;
    for (const ValueId part : call.node().outputs) {
        if (part == kNoValue || !graph.value(part).type) {
            return false;
        }
        const int64_t extent = graph.value(part).type->shape[axis];
        if (part == output) {
            return cut(value, axis, first, 1, extent);
        }
        first += extent;
    }
    return false;
}

bool gather(const OperatorCall& call, MovedValue& value)
{
    const auto places = evenPlaces(call);
    if (!places || (!places->isOne && places->step < 1)
        || !cut(value, places->axis, places->first, std::max<int64_t>(places->step, 1), places->isOne ? 1 : call.shape(1)[0])) {
        return false;
    }
    if (places->isOne) {
        value.axes.erase(value.axes.begin() + static_cast<std::ptrdiff_t>(places->axis));
    }
    return true;
}

/// Repeats single elements and leading axes.
bool expand(const OperatorCall& call, const Shape& output, MovedValue& value)
{
    const Shape& shape = call.shape(0);
    const size_t before = output.size() - shape.size();
    value.axes.insert(value.axes.begin(), before, {});
    for (size_t axis = 0; axis < output.size(); ++axis) {
        if (output[axis] > 1 && (axis < before || shape[axis - before] == 1)) {
            value.axes[axis] = {{output[axis], 0}};
        }
    }
    return true;
}

} // namespace

MovedValue inPlace(const Shape& shape, ValueLayout layout)
{
    MovedValue value;
    value.axes.resize(shape.size());
    int64_t stride = layout.isPlain() ? 1 : layout.block;
    for (size_t axis = shape.size(); axis-- > 0;) {
        const bool isBlocked = axis == 1 && !layout.isPlain();
        const int64_t extent = isBlocked ? shape[axis] / layout.block : shape[axis];
        append(value.axes[axis], {extent, stride});
        if (isBlocked) {
            append(value.axes[axis], {layout.block, 1});
        }
        stride *= extent;
    }
    return value;
}

std::vector<int64_t> transposeOrder(const OperatorCall& call)
{
    std::vector<int64_t> reversed(call.shape(0).size());
    std::iota(reversed.rbegin(), reversed.rend(), 0);
    return call.integers("perm", reversed);
}

std::optional<MovedValue> moved(const Graph& graph, const Node& node, ValueId output, const MovedValue& from)
{
    const OperatorCall call(graph, node);
    MovedValue value = from;
    if (isView(node)) {
        auto axes = cutInto(joined(from.axes), graph.value(output).type->shape);
        return axes ? std::optional(MovedValue{std::move(*axes), from.offset}) : std::nullopt;
    }
    const bool isFine = node.op == "Transpose" ? permute(call, value)
                      : node.op == "Slice"     ? slice(call, value)
                      : node.op == "Split"     ? split(graph, call, output, value)
                      : node.op == "Gather"    ? gather(call, value)
                      : node.op == "Expand"    ? expand(call, graph.value(output).type->shape, value)
                                               : false;
    return isFine ? std::optional(std::move(value)) : std::nullopt;
}

std::optional<Digits> digitsIn(ValueLayout layout, const MovedValue& value)
{
    if (layout.isPlain()) {
        return joined(value.axes);
    }
    int64_t channels = 1;
    std::ranges::for_each(value.axes[1], [&](const Digit& digit) { channels *= digit.extent; });
    auto parts = cutInto(value.axes[1], {channels / layout.block, layout.block});
    if (!parts) {
        return std::nullopt;
    }
    std::vector<Digits> axes = value.axes;
    axes[1] = std::move(parts->front());
    axes.push_back(std::move(parts->back()));
    return joined(axes);
}

bool areAdjacent(const Digits& digits)
{
    return digits.empty() || (digits.size() == 1 && digits.front().stride == 1);
}

} // namespace knobscope
