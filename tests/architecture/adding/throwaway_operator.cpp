// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/all.h"

namespace knobscope {
namespace {

std::vector<TensorType> inferTwice(const OperatorCall& call)
{
    return {call.realType(0)};
}

void evaluateTwice(const OperatorCall& call, std::span<Tensor> out)
{
    const auto from = call.value(0).as<float>();
    const auto to = out[0].as<float>();
    for (size_t i = 0; i < to.size(); ++i) {
        to[i] = 2 * from[i];
    }
}

} // namespace

std::vector<Operator> throwawayOperators()
{
    return {{"Twice", 1, 1, inferTwice, evaluateTwice, OperatorKind::ElementWise}};
}

} // namespace knobscope
