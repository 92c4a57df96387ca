// SPDX-License-Identifier: GPL-3.0-or-later
// The largest or smallest elements along an axis.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

std::vector<TensorType> inferTopK(const OperatorCall& call)
{
    TensorType values = call.type(0);
    call.require(values.number != ir::boolean, "input 1 is bool, but must be numbers");
    const size_t axis = call.axisAttribute("axis", -1, values.shape.size());
    call.require(elementsOf(call.shape(1)) == 1, "input 2 must be one number, but has shape {}", shapeText(call.shape(1)));
    const int64_t k = call.value(1).integers()[0];
    call.require(k >= 0 && k <= values.shape[axis], "{} elements are wanted of an axis of {}", k, values.shape[axis]);
    (void)call.integer("largest", 1);
    call.ignore({"sorted"}); // sorted elements are right in any case
    values.shape[axis] = k;
    return {values, {ir::int64, values.shape}};
}

void evaluateTopK(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", -1, shape.size());
    const auto stride = static_cast<size_t>(stridesOf(shape)[axis]);
    const auto count = static_cast<size_t>(shape[axis]);
    const auto k = static_cast<size_t>(out[0].shape()[axis]);
    const bool wantsLargest = call.integer("largest", 1) != 0;
    withType(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto lanes = k == 0 ? 0 : static_cast<size_t>(out[0].size()) / k;
        std::vector<size_t> order(count);
        for (size_t lane = 0; lane < lanes; ++lane) {
            const size_t first = lane / stride * stride * count + lane % stride;
            const size_t firstOut = lane / stride * stride * k + lane % stride;
            std::iota(order.begin(), order.end(), size_t{0});
            const auto isAhead = [wantsLargest](T one, T other) {
                return wantsLargest ? isBelowOrNan(other, one) : isBelowOrNan(one, other);
            };
            std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(k), [&](size_t a, size_t b) {
                const T one = from[first + a * stride];
                const T other = from[first + b * stride];
                return isAhead(one, other) || (a < b && !isAhead(other, one)); // equal elements stay in order
            });
            for (size_t i = 0; i < k; ++i) {
                out[0].as<T>()[firstOut + i * stride] = from[first + order[i] * stride];
                out[1].as<int64_t>()[firstOut + i * stride] = static_cast<int64_t>(order[i]);
            }
        }
    });
}

} // namespace

std::vector<Operator> topKOperators()
{
    return {{"TopK", 2, 2, inferTopK, evaluateTopK}};
}

} // namespace knobscope
