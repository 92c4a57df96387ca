// SPDX-License-Identifier: GPL-3.0-or-later
// Shifts of unsigned integers.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

namespace knobscope {
namespace {

std::vector<TensorType> inferBitShift(const OperatorCall& call)
{
    const auto number = call.type(0).number;
    call.require(call.type(1).number == number && number.code == ir::TypeCode::UInt && number != ir::boolean,
                 "the inputs are {} and {}, but must be unsigned integers", call.type(0).text(), call.type(1).text());
    const std::string direction = call.text("direction", "");
    call.require(direction == "LEFT" || direction == "RIGHT", "attribute 'direction' is {}; it must be LEFT or RIGHT",
                 quotedName(direction));
    return {{number, call.broadcast(2)}};
}

void evaluateBitShift(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = out[0].shape();
    const bool isLeft = call.text("direction", "") == "LEFT";
    withWidth(out[0].number(), [&]<class T>() {
        const auto a = call.value(0).as<T>();
        const auto b = call.value(1).as<T>();
        StridedWalk<2> walk(shape, {broadcastStrides(call.shape(0), shape), broadcastStrides(call.shape(1), shape)});
        for (T& to : out[0].as<T>()) {
            const uint64_t value = a[walk.offset(0)];
            const uint64_t bits = b[walk.offset(1)];
            to = bits >= 8 * sizeof(T) ? T{0} : static_cast<T>(isLeft ? value << bits : value >> bits);
            walk.step();
        }
    });
}

} // namespace

std::vector<Operator> bitShiftOperators()
{
    return {{"BitShift", 2, 2, inferBitShift, evaluateBitShift}};
}

} // namespace knobscope
