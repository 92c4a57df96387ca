// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax and similar functions along an axis. Before opset 13 they covered all axes from one on: the importer sets 'flattened'.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

std::vector<TensorType> inferSoftmax(const OperatorCall& call)
{
    const TensorType& input = call.realType(0);
    call.require(!input.shape.empty(), "a scalar has no axis");
    (void)call.axisAttribute("axis", -1, input.shape.size());
    return {input};
}

void softmaxLane(const std::string& op, std::vector<double>& lane)
{
    const auto largest = std::max_element(lane.begin(), lane.end());
    if (op == "Hardmax") {
        const auto at = static_cast<size_t>(largest - lane.begin());
        std::fill(lane.begin(), lane.end(), 0.0);
        lane[at] = 1;
        return;
    }
    const double shift = *largest;
    double sum = 0;
    for (const double value : lane) {
        sum += std::exp(value - shift);
    }
    for (double& value : lane) {
        value = op == "Softmax" ? std::exp(value - shift) / sum : value - shift - std::log(sum);
    }
}

void evaluateSoftmax(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", -1, shape.size());
    const auto count = static_cast<size_t>(shape[axis]);
    const auto stride = static_cast<size_t>(stridesOf(shape)[axis]);
    withReal(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        std::vector<double> lane(count);
        for (size_t outer = 0; outer < to.size(); outer += count * stride) {
            for (size_t inner = 0; inner < stride; ++inner) {
                for (size_t i = 0; i < count; ++i) {
                    lane[i] = static_cast<double>(from[outer + inner + i * stride]);
                }
                softmaxLane(call.op(), lane);
                for (size_t i = 0; i < count; ++i) {
                    to[outer + inner + i * stride] = static_cast<T>(lane[i]);
                }
            }
        }
    });
}

} // namespace

std::vector<Operator> softmaxOperators()
{
    return {{"Softmax", 1, 1, inferSoftmax, evaluateSoftmax},
            {"LogSoftmax", 1, 1, inferSoftmax, evaluateSoftmax},
            {"Hardmax", 1, 1, inferSoftmax, evaluateSoftmax}};
}

} // namespace knobscope
