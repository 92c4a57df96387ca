// SPDX-License-Identifier: GPL-3.0-or-later
// Comparisons, logic, and selection between two tensors.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <array>
#include <utility>

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

/// Calls `body` with the comparison or the logic of this name, between two values of T.
template<class T, class Body>
void withPredicate(const std::string& op, Body body)
{
    if (op == "Equal") {
        body([](T a, T b) { return a == b; });
    } else if (op == "Less") {
        body([](T a, T b) { return a < b; });
    } else if (op == "LessOrEqual") {
        body([](T a, T b) { return a <= b; });
    } else if (op == "Greater") {
        body([](T a, T b) { return a > b; });
    } else if (op == "GreaterOrEqual") {
        body([](T a, T b) { return a >= b; });
    } else if (op == "And") {
        body([](T a, T b) { return a && b; });
    } else if (op == "Or") {
        body([](T a, T b) { return a || b; });
    } else {
        body([](T a, T b) { return static_cast<bool>(a) != static_cast<bool>(b); });
    }
}

/// Calls `body(i, offsets, steps, count)` for each row of the output: `i` is its first element, `offsets` those of the inputs
/// that it reads first, `steps` (0 or 1) what the inputs advance with each of its `count` elements.
template<size_t N, class Body>
void eachRow(const OperatorCall& call, const Shape& shape, Body body)
{
    if (elementsOf(shape) == 0) {
        return;
    }
    Shape rows = shape.empty() ? Shape{1} : shape;
    std::array<std::vector<int64_t>, N> strides;
    std::array<size_t, N> steps{};
    for (size_t input = 0; input < N; ++input) {
        strides[input] = broadcastStrides(call.shape(input), rows);
        steps[input] = static_cast<size_t>(strides[input].back());
    }
    const auto count = static_cast<size_t>(std::exchange(rows.back(), 1));
    size_t i = 0;
    for (StridedWalk<N> walk(rows, strides); !walk.isAtEnd(); walk.step(), i += count) {
        std::array<size_t, N> offsets{};
        for (size_t input = 0; input < N; ++input) {
            offsets[input] = walk.offset(input);
        }
        body(i, offsets, steps, count);
    }
}

void evaluateComparison(const OperatorCall& call, std::span<Tensor> out)
{
    bool* const to = out[0].as<bool>().data();
    withType(call.type(0).number, [&]<class T>() {
        const T* const a = call.value(0).as<T>().data();
        const T* const b = call.value(1).as<T>().data();
        withPredicate<T>(call.op(), [&](auto holds) {
            eachRow<2>(call, out[0].shape(), [&](size_t i, const auto& at, const auto& steps, size_t count) {
                for (size_t k = 0; k < count; ++k) {
                    to[i + k] = holds(a[at[0] + k * steps[0]], b[at[1] + k * steps[1]]);
                }
            });
        });
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
    const bool* const chosen = call.value(0).as<bool>().data();
    withWidth(out[0].number(), [&]<class T>() {
        const T* const yes = call.value(1).as<T>().data();
        const T* const no = call.value(2).as<T>().data();
        T* const to = out[0].as<T>().data();
        eachRow<3>(call, out[0].shape(), [&](size_t i, const auto& at, const auto& steps, size_t count) {
            for (size_t k = 0; k < count; ++k) {
                to[i + k] = chosen[at[0] + k * steps[0]] ? yes[at[1] + k * steps[1]] : no[at[2] + k * steps[2]];
            }
        });
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
