// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons, logic, and selection between two tensors.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

namespace knobscope {
namespace {

std::vector<TensorType> inferComparison(const OperatorCall& call)
{
    call.require(call.type(0).number == call.type(1).number, "the inputs are {} and {}", call.type(0).number.text(),
                 call.type(1).number.text());
    return {{ir::boolean, call.broadcast(2)}};
}

std::vector<TensorType> inferLogic(const OperatorCall& call)
{
    call.require(call.type(0).number == ir::boolean, "the inputs are {}, but must be bool", call.type(0).number.text());
    return inferComparison(call);
}

bool compare(const std::string& op, auto a, auto b)
{
    return op == "Equal"          ? a == b
         : op == "Less"           ? a < b
         : op == "LessOrEqual"    ? a <= b
         : op == "Greater"        ? a > b
         : op == "GreaterOrEqual" ? a >= b
         : op == "And"            ? a && b
         : op == "Or"             ? a || b
                                  : static_cast<bool>(a) != static_cast<bool>(b);
}

void evaluateComparison(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = out[0].shape();
    withType(call.type(0).number, [&]<class T>() {
        const auto a = call.value(0).as<T>();
        const auto b = call.value(1).as<T>();
        StridedWalk<2> walk(shape, {broadcastStrides(call.shape(0), shape), broadcastStrides(call.shape(1), shape)});
        for (bool& to : out[0].as<bool>()) {
            to = compare(call.op(), a[walk.offset(0)], b[walk.offset(1)]);
            walk.step();
        }
    });
}

std::vector<TensorType> inferWhere(const OperatorCall& call)
{
    call.require(call.type(0).number == ir::boolean, "input 1 is {}, but must be bool", call.type(0).number.text());
    call.require(call.type(1).number == call.type(2).number, "the values to choose from are {} and {}",
                 call.type(1).number.text(), call.type(2).number.text());
    return {{call.type(1).number, call.broadcast(3)}};
}

void evaluateWhere(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = out[0].shape();
    const auto chosen = call.value(0).as<bool>();
    withWidth(out[0].number(), [&]<class T>() {
        const auto yes = call.value(1).as<T>();
        const auto no = call.value(2).as<T>();
        StridedWalk<3> walk(shape, {broadcastStrides(call.shape(0), shape), broadcastStrides(call.shape(1), shape),
                                    broadcastStrides(call.shape(2), shape)});
        for (T& to : out[0].as<T>()) {
            to = chosen[walk.offset(0)] ? yes[walk.offset(1)] : no[walk.offset(2)];
            walk.step();
        }
    });
}

} // namespace

std::vector<Operator> logicOperators()
{
    std::vector<Operator> all;
    for (const char* name : {"Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual"}) {
        all.push_back({name, 2, 2, inferComparison, evaluateComparison, OperatorKind::ElementWise});
    }
    for (const char* name : {"And", "Or", "Xor"}) {
        all.push_back({name, 2, 2, inferLogic, evaluateComparison, OperatorKind::ElementWise});
    }
    all.push_back({"Where", 3, 3, inferWhere, evaluateWhere, OperatorKind::ElementWise});
    return all;
}

} // namespace knobscope
