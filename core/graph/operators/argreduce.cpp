// SPDX-License-Identifier: GPL-3.0-or-later
// Operators along one axis: index of the largest or smallest element, and cumulative sums.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>

namespace knobscope {
namespace {

std::vector<TensorType> inferArg(const OperatorCall& call)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, shape.size());
    call.require(shape[axis] > 0, "axis {} has no elements", axis);
    (void)call.integer("select_last_index", 0);
    TensorType output{ir::int64, shape};
    if (call.integer("keepdims", 1) != 0) {
        output.shape[axis] = 1;
    } else {
        output.shape.erase(output.shape.begin() + static_cast<std::ptrdiff_t>(axis));
    }
    return {output};
}

void evaluateArg(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", 0, shape.size());
    const auto stride = static_cast<size_t>(stridesOf(shape)[axis]);
    const auto count = static_cast<size_t>(shape[axis]);
    const bool takesLast = call.integer("select_last_index", 0) != 0;
    withType(call.type(0).number, [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<int64_t>();
        for (size_t lane = 0; lane < to.size(); ++lane) {
            const size_t first = lane / stride * stride * count + lane % stride;
            size_t best = 0;
            for (size_t i = 1; i < count; ++i) {
                const T one = from[first + i * stride];
                const T other = from[first + best * stride];
                const bool isBetter = call.op() == "ArgMax" ? other < one : one < other;
                best = isBetter || (takesLast && one == other) ? i : best;
            }
            to[lane] = static_cast<int64_t>(best);
        }
    });
}

std::vector<TensorType> inferCumSum(const OperatorCall& call)
{
    call.require(call.type(0).number != ir::boolean, "input 1 is bool, but must be numbers");
    call.require(elementsOf(call.shape(1)) == 1, "input 2 must be one axis, but has shape {}", shapeText(call.shape(1)));
    (void)call.integer("reverse", 0);
    (void)call.integer("exclusive", 0);
    return {call.type(0)};
}

void evaluateCumSum(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axis(call.value(1).integers()[0], shape.size(), phrase("the axis"));
    const auto stride = static_cast<size_t>(stridesOf(shape)[axis]);
    const auto count = static_cast<size_t>(shape[axis]);
    const bool isReverse = call.integer("reverse", 0) != 0;
    const bool isExclusive = call.integer("exclusive", 0) != 0;
    withType(out[0].number(), [&]<class T>() {
        using W = Accumulator<T>;
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        for (size_t lane = 0; count > 0 && lane < to.size() / count; ++lane) {
            const size_t first = lane / stride * stride * count + lane % stride;
            W sum{};
            for (size_t step = 0; step < count; ++step) {
                const size_t at = first + (isReverse ? count - 1 - step : step) * stride;
                const W before = sum;
                sum += static_cast<W>(from[at]);
                to[at] = static_cast<T>(isExclusive ? before : sum);
            }
        }
    });
}

} // namespace

std::vector<Operator> argOperators()
{
    return {{"ArgMax", 1, 1, inferArg, evaluateArg},
            {"ArgMin", 1, 1, inferArg, evaluateArg},
            {"CumSum", 2, 2, inferCumSum, evaluateCumSum}};
}

} // namespace knobscope
