// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of any number of broadcast tensors.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {
namespace {

std::vector<TensorType> inferVariadic(const OperatorCall& call)
{
    for (size_t input = 0; input < call.inputs(); ++input) {
        call.require(call.type(input).number == call.type(0).number && call.type(input).number != ir::boolean,
                     "input {} is {}, which cannot be combined with {}", input + 1, call.type(input).number.text(),
                     call.type(0).number.text());
    }
    if (call.op() == "Mean") {
        (void)call.realType(0);
    }
    return {{call.type(0).number, call.broadcast(call.inputs())}};
}

void evaluateVariadic(const OperatorCall& call, std::span<Tensor> out)
{
    const std::string& op = call.op();
    const Shape& shape = out[0].shape();
    withType(out[0].number(), [&]<class T>() {
        if constexpr (!std::is_same_v<T, bool>) {
            using W = Wrapping<T>;
            const auto winner = [](T a, T b, bool isSecond) { return isSecond || b != b ? b : a; }; // NaN wins
            const auto to = out[0].as<T>();
            for (size_t input = 0; input < call.inputs(); ++input) {
                const auto from = call.value(input).as<T>();
                StridedWalk<1> walk(shape, {broadcastStrides(call.shape(input), shape)});
                for (size_t i = 0; !walk.isAtEnd(); walk.step(), ++i) {
                    const T next = from[walk.offset(0)];
                    to[i] = input == 0  ? next
                          : op == "Max" ? winner(to[i], next, next > to[i])
                          : op == "Min" ? winner(to[i], next, next < to[i])
                                        : static_cast<T>(static_cast<W>(to[i]) + static_cast<W>(next));
                }
            }
            if (op == "Mean") {
                std::for_each(to.begin(), to.end(),
                              [&](T& value) { value = static_cast<T>(value / static_cast<T>(call.inputs())); });
            }
        }
    });
}

} // namespace

std::vector<Operator> variadicOperators()
{
    std::vector<Operator> all;
    for (const char* name : {"Max", "Min", "Sum", "Mean"}) {
        all.push_back({name, 1, std::numeric_limits<size_t>::max(), inferVariadic, evaluateVariadic, OperatorKind::ElementWise});
    }
    return all;
}

} // namespace knobscope
