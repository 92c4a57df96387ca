// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/window.h"

#include "core/graph/stridedwalk.h"

#include <algorithm>

namespace knobscope {
namespace {

constexpr int64_t kMostExtent = int64_t{1} << 31;

std::vector<int64_t> windowList(const OperatorCall& call, const std::string& name, size_t count, int64_t fallback, int64_t least)
{
    std::vector<int64_t> list = call.integers(name, std::vector<int64_t>(count, fallback));
    call.require(list.size() == count, "attribute '{}' has {} numbers, not {}", name, list.size(), count);
    for (const int64_t value : list) {
        call.require(value >= least, "attribute '{}' contains {}, which must be {} or more", name, value, least);
        call.require(value < kMostExtent, "attribute '{}' contains {}, which is too large", name, value);
    }
    return list;
}

Window windowOf(const OperatorCall& call, const std::vector<int64_t>& kernel, const Shape& spatial)
{
    const size_t axes = spatial.size();
    Window window;
    window.kernel = kernel;
    window.strides = windowList(call, "strides", axes, 1, 1);
    window.dilations = windowList(call, "dilations", axes, 1, 1);
    window.ceil = call.integer("ceil_mode", 0) != 0;
    const std::vector<int64_t> pads = windowList(call, "pads", 2 * axes, 0, 0);
    window.before.assign(pads.begin(), pads.begin() + static_cast<std::ptrdiff_t>(axes));
    window.after.assign(pads.begin() + static_cast<std::ptrdiff_t>(axes), pads.end());
    const std::string automatic = call.text("auto_pad", "NOTSET");
    call.require(automatic == "NOTSET" || automatic == "VALID" || automatic == "SAME_UPPER" || automatic == "SAME_LOWER",
                 "attribute 'auto_pad' is {}; it must be NOTSET, VALID, SAME_UPPER or SAME_LOWER", quotedName(automatic));
    for (size_t axis = 0; axis < axes; ++axis) {
        call.require(kernel[axis] >= 1 && kernel[axis] < kMostExtent, "the window's extent {} is {}", axis + 1, kernel[axis]);
        call.require(kernel[axis] <= kMostExtent / window.dilations[axis], "attribute '{}' contains {}, which is too large",
                     "dilations", window.dilations[axis]);
        if (automatic.starts_with("SAME")) {
            const int64_t positions = (spatial[axis] + window.strides[axis] - 1) / window.strides[axis];
            const int64_t total =
                std::max<int64_t>(0, (positions - 1) * window.strides[axis] + window.reach(axis) - spatial[axis]);
            window.before[axis] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
            window.after[axis] = total - window.before[axis];
        } else if (automatic == "VALID") {
            window.before[axis] = window.after[axis] = 0;
        }
    }
    return window;
}

/// Half-open range of i in 0..count-1 for which first + i * step lies in 0..extent-1.
std::pair<int64_t, int64_t> insideRange(int64_t first, int64_t step, int64_t count, int64_t extent)
{
    const int64_t begin = first >= 0 ? 0 : (-first + step - 1) / step;
    const int64_t end = first >= extent ? 0 : (extent - 1 - first) / step + 1;
    return {begin, std::clamp<int64_t>(end, begin, std::max(begin, count))};
}

} // namespace

Window Window::ofPool(const OperatorCall& call)
{
    const Shape spatial = spatialOf(call, 0);
    call.require(call.hasAttribute("kernel_shape"), "attribute 'kernel_shape' is missing");
    const std::vector<int64_t> kernel = windowList(call, "kernel_shape", spatial.size(), 1, 1);
    call.require(checkShape(kernel).has_value(), "attribute '{}' contains {}, which is too large", "kernel_shape",
                 shapeText(kernel));
    return windowOf(call, kernel, spatial);
}

Window Window::ofConv(const OperatorCall& call)
{
    const Shape spatial = spatialOf(call, 0);
    const Shape kernel = spatialOf(call, 1);
    call.require(kernel.size() == spatial.size(), "weights of shape {} do not match an input of shape {}",
                 shapeText(call.shape(1)), shapeText(call.shape(0)));
    const std::vector<int64_t> declared = call.integers("kernel_shape", kernel);
    call.require(declared == kernel, "attribute 'kernel_shape' is {}, but the weights have shape {}", shapeText(declared),
                 shapeText(call.shape(1)));
    return windowOf(call, kernel, spatial);
}

Shape Window::positions(const OperatorCall& call, const Shape& spatial) const
{
    Shape positions;
    for (size_t axis = 0; axis < spatial.size(); ++axis) {
        const int64_t room = spatial[axis] + before[axis] + after[axis] - reach(axis);
        call.require(room >= 0, "a window of {} does not fit into {} padded by {} and {} (axis {})", reach(axis), spatial[axis],
                     before[axis], after[axis], axis + 2);
        int64_t count = (ceil ? room + strides[axis] - 1 : room) / strides[axis] + 1;
        if (ceil && (count - 1) * strides[axis] >= spatial[axis] + before[axis]) {
            --count; // it would lie in the padding only
        }
        positions.push_back(count);
    }
    return positions;
}

void Window::eachRun(const Shape& extents, const Shape& positions, const std::function<void(const WindowRun&)>& visit) const
{
    const size_t last = extents.size() - 1;
    const std::vector<int64_t> inner = stridesOf(extents);
    const std::vector<int64_t> tapStrides = stridesOf(kernel);
    const Shape rows(positions.begin(), positions.end() - 1);
    Shape first, taps; // without the elements that are never inside: a kernel may be much larger than the input
    int64_t offset = 0;
    for (size_t axis = 0; axis <= last; ++axis) {
        first.push_back(insideRange(source(axis, positions[axis] - 1, 0), dilations[axis], kernel[axis], extents[axis]).first);
        const int64_t end = insideRange(source(axis, 0, 0), dilations[axis], kernel[axis], extents[axis]).second;
        taps.push_back(std::max<int64_t>(0, end - first[axis]));
        offset += first[axis] * tapStrides[axis];
    }
    for (StridedWalk<1> tap(taps, {tapStrides}, {offset}); !tap.isAtEnd(); tap.step()) {
        const auto sourceAt = [&](size_t axis, int64_t at) { return source(axis, at, first[axis] + tap.position()[axis]); };
        const auto [begin, end] = insideRange(sourceAt(last, 0), strides[last], positions[last], extents[last]);
        int64_t position = begin;
        for (StridedWalk<0> row(rows, {}); begin < end && !row.isAtEnd(); row.step(), position += positions[last]) {
            int64_t from = sourceAt(last, begin);
            bool isInside = true;
            for (size_t axis = 0; axis < last; ++axis) {
                const int64_t at = sourceAt(axis, row.position()[axis]);
                isInside = isInside && at >= 0 && at < extents[axis];
                from += at * inner[axis];
            }
            if (isInside) {
                visit({tap.offset(0), static_cast<size_t>(position), static_cast<size_t>(from), static_cast<size_t>(end - begin),
                       static_cast<size_t>(strides[last])});
            }
        }
    }
}

int64_t Window::elementsAt(const Shape& position, const Shape& extents, bool countsPadding) const
{
    int64_t count = 1;
    for (size_t axis = 0; axis < extents.size(); ++axis) {
        const int64_t low = countsPadding ? before[axis] : 0;
        const int64_t high = countsPadding ? after[axis] : 0;
        const auto [begin, end] =
            insideRange(source(axis, position[axis], 0) + low, dilations[axis], kernel[axis], low + extents[axis] + high);
        count *= end - begin;
    }
    return count;
}

Shape spatialOf(const OperatorCall& call, size_t input)
{
    const Shape& shape = call.shape(input);
    call.require(shape.size() >= 3, "input {} of shape {} has no axes after batch and channels", input + 1, shapeText(shape));
    return {shape.begin() + 2, shape.end()};
}

TensorType convolvedType(const OperatorCall& call, int64_t channels, const Shape& extents)
{
    const ir::DataType number = call.realType(0).number;
    call.require(call.type(1).number == number, "the weights are {}, but the input is {}", call.type(1).number.text(),
                 number.text());
    call.require(!call.has(2) || call.type(2) == TensorType{number, {channels}},
                 "the bias has {} elements for {} output channels", call.has(2) ? call.type(2).text() : "", channels);
    TensorType output{number, {call.shape(0)[0], channels}};
    output.shape.insert(output.shape.end(), extents.begin(), extents.end());
    return output;
}

} // namespace knobscope
