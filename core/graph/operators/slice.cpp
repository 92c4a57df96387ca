// SPDX-License-Identifier: GPL-3.0-or-later
// Slices with steps, and triangles of matrices.
#include "core/graph/operators/all.h"
#include "core/graph/operators/sliceplan.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

std::vector<TensorType> inferSlice(const OperatorCall& call)
{
    return {{call.type(0).number, SlicePlan(call).shape}};
}

void evaluateSlice(const OperatorCall& call, std::span<Tensor> out)
{
    const SlicePlan plan(call);
    std::vector<int64_t> strides = stridesOf(call.shape(0));
    int64_t start = 0;
    for (size_t axis = 0; axis < strides.size(); ++axis) {
        start += plan.firsts[axis] * strides[axis];
        strides[axis] *= plan.steps[axis];
    }
    withWidth(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        StridedWalk<1> walk(plan.shape, {strides}, {start});
        for (T& to : out[0].as<T>()) {
            to = from[walk.offset(0)];
            walk.step();
        }
    });
}

/// Infers the upper or lower triangle of matrices.
std::vector<TensorType> inferTrilu(const OperatorCall& call)
{
    call.require(call.shape(0).size() >= 2, "input 1 of shape {} contains no matrices", shapeText(call.shape(0)));
    call.require(!call.has(1) || elementsOf(call.shape(1)) == 1, "input 2 must be one number");
    (void)call.integer("upper", 1);
    return {call.type(0)};
}

void evaluateTrilu(const OperatorCall& call, std::span<Tensor> out)
{
    const bool isUpper = call.integer("upper", 1) != 0;
    const int64_t diagonal = call.has(1) ? call.value(1).integers()[0] : 0;
    const Shape& shape = out[0].shape();
    withWidth(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        size_t i = 0;
        for (StridedWalk<0> walk(shape, {}); !walk.isAtEnd(); walk.step(), ++i) {
            const int64_t row = walk.position()[shape.size() - 2];
            const int64_t beyond = walk.position().back() - row;
            out[0].as<T>()[i] = (isUpper ? beyond >= diagonal : beyond <= diagonal) ? from[i] : T{};
        }
    });
}

} // namespace

SlicePlan::SlicePlan(const OperatorCall& call)
    : shape(call.shape(0))
    , firsts(shape.size(), 0)
    , steps(shape.size(), 1)
{
    const std::vector<int64_t> starts = call.value(1).integers();
    const std::vector<int64_t> ends = call.value(2).integers();
    std::vector<int64_t> all(starts.size());
    std::iota(all.begin(), all.end(), int64_t{0});
    const std::vector<int64_t> given = call.has(3) ? call.value(3).integers() : all;
    const std::vector<int64_t> by = call.has(4) ? call.value(4).integers() : std::vector<int64_t>(starts.size(), 1);
    call.require(ends.size() == starts.size() && given.size() == starts.size() && by.size() == starts.size(),
                 "{} starts, {} ends, {} axes and {} steps", starts.size(), ends.size(), given.size(), by.size());
    const std::vector<size_t> axes = call.axes(given, shape.size(), phrase("an axis to slice"));
    for (size_t i = 0; i < axes.size(); ++i) {
        cut(call, axes[i], starts[i], ends[i], by[i]);
    }
}

void SlicePlan::cut(const OperatorCall& call, size_t axis, int64_t from, int64_t to, int64_t step)
{
    call.require(step != 0, "axis {} has a step of 0", axis);
    const int64_t extent = shape[axis];
    step = std::clamp<int64_t>(step, -extent - 1, extent + 1); // a longer step also selects only the first element
    const auto fromFront = [&](int64_t place) { return place < 0 ? std::max<int64_t>(place, -extent - 1) + extent : place; };
    const int64_t least = step > 0 ? 0 : -1;
    const int64_t most = step > 0 ? extent : extent - 1;
    const int64_t first = std::clamp<int64_t>(fromFront(from), least, most);
    const int64_t end = std::clamp<int64_t>(fromFront(to), least, most);
    const int64_t way = step > 0 ? end - first : first - end;
    shape[axis] = way <= 0 ? 0 : (way - 1) / std::abs(step) + 1;
    firsts[axis] = shape[axis] == 0 ? 0 : first;
    steps[axis] = step;
}

std::vector<Operator> sliceOperators()
{
    return {{"Slice", 3, 5, inferSlice, evaluateSlice}, {"Trilu", 1, 2, inferTrilu, evaluateTrilu}};
}

} // namespace knobscope
