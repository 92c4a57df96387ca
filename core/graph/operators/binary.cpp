// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of two numbers, broadcast.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <cmath>

namespace knobscope {
namespace {

template<class T, class F>
void eachPairOf(const OperatorCall& call, Tensor& out, F f)
{
    const auto a = call.value(0).as<T>();
    const auto b = call.value(1).as<T>();
    const auto to = out.as<T>();
    StridedWalk<2> walk(out.shape(),
                        {broadcastStrides(call.shape(0), out.shape()), broadcastStrides(call.shape(1), out.shape())});
    for (size_t i = 0; !walk.isAtEnd(); walk.step(), ++i) {
        to[i] = f(a[walk.offset(0)], b[walk.offset(1)]);
    }
}

template<class T>
T quotient(const OperatorCall& call, T a, T b)
{
    if constexpr (std::is_integral_v<T>) {
        call.require(b != 0, "a division by zero");
        if constexpr (std::is_signed_v<T>) {
            return b == -1 ? static_cast<T>(uint64_t{0} - static_cast<uint64_t>(a)) : static_cast<T>(a / b);
        }
    }
    return static_cast<T>(a / b);
}

/// Remainder with the sign of the divisor, as in Python; with the sign of the dividend if `likeC`.
template<class T>
T remainder(const OperatorCall& call, T a, T b, bool likeC)
{
    if constexpr (std::is_floating_point_v<T>) {
        return std::fmod(a, b);
    } else {
        call.require(b != 0, "a division by zero");
        if constexpr (std::is_signed_v<T>) {
            if (b == -1) {
                return 0;
            }
        }
        const T rest = static_cast<T>(a % b);
        return likeC || rest == 0 || (rest < 0) == (b < 0) ? rest : static_cast<T>(rest + b);
    }
}

std::vector<TensorType> inferArithmetic(const OperatorCall& call)
{
    call.require(call.type(0).number == call.type(1).number, "the inputs are {} and {}", call.type(0).number.text(),
                 call.type(1).number.text());
    call.require(call.type(0).number != ir::boolean, "the inputs are bool, but must be numbers");
    return {{call.type(0).number, call.broadcast(2)}};
}

void evaluateArithmetic(const OperatorCall& call, std::span<Tensor> out)
{
    const std::string& op = call.op();
    const bool likeC = call.integer("fmod", 0) != 0;
    withType(out[0].number(), [&]<class T>() {
        if constexpr (!std::is_same_v<T, bool>) {
            using W = Wrapping<T>;
            const auto by = [&](auto f) { eachPairOf<T>(call, out[0], f); };
            if (op == "Add") {
                by([](T a, T b) { return static_cast<T>(static_cast<W>(a) + static_cast<W>(b)); });
            } else if (op == "Sub") {
                by([](T a, T b) { return static_cast<T>(static_cast<W>(a) - static_cast<W>(b)); });
            } else if (op == "Mul") {
                by([](T a, T b) { return static_cast<T>(static_cast<W>(a) * static_cast<W>(b)); });
            } else if (op == "Div") {
                by([&](T a, T b) { return quotient(call, a, b); });
            } else {
                by([&](T a, T b) { return remainder(call, a, b, likeC); });
            }
        }
    });
}

std::vector<TensorType> inferMod(const OperatorCall& call)
{
    const bool likeC = call.integer("fmod", 0) != 0;
    call.require(!call.type(0).number.isFloat() || likeC, "attribute 'fmod' must be 1 for real numbers");
    return inferArithmetic(call);
}

std::vector<TensorType> inferPow(const OperatorCall& call)
{
    call.require(call.type(0).number != ir::boolean && call.type(1).number != ir::boolean,
                 "the inputs must be numbers, not bool");
    return {{call.type(0).number, call.broadcast(2)}};
}

void evaluatePow(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> base = call.value(0).reals();
    const std::vector<double> exponent = call.value(1).reals();
    const Shape& shape = out[0].shape();
    withType(out[0].number(), [&]<class T>() {
        StridedWalk<2> walk(shape, {broadcastStrides(call.shape(0), shape), broadcastStrides(call.shape(1), shape)});
        for (T& to : out[0].as<T>()) {
            to = castNumber<T>(std::pow(base[walk.offset(0)], exponent[walk.offset(1)]));
            walk.step();
        }
    });
}

std::vector<TensorType> inferPRelu(const OperatorCall& call)
{
    call.require(call.broadcast(2) == call.shape(0), "the slopes of shape {} do not match {}", shapeText(call.shape(1)),
                 shapeText(call.shape(0)));
    (void)call.realType(0);
    return inferArithmetic(call);
}

void evaluatePRelu(const OperatorCall& call, std::span<Tensor> out)
{
    withReal(out[0].number(), [&]<class T>() {
        eachPairOf<T>(call, out[0], [](T x, T slope) { return x < T{} ? static_cast<T>(x * slope) : x; });
    });
}

} // namespace

std::vector<Operator> binaryOperators()
{
    std::vector<Operator> all;
    for (const char* name : {"Add", "Sub", "Mul", "Div"}) {
        all.push_back({name, 2, 2, inferArithmetic, evaluateArithmetic, OperatorKind::ElementWise});
    }
    all.push_back({"Mod", 2, 2, inferMod, evaluateArithmetic, OperatorKind::ElementWise});
    all.push_back({"Pow", 2, 2, inferPow, evaluatePow, OperatorKind::ElementWise});
    all.push_back({"PRelu", 2, 2, inferPRelu, evaluatePRelu, OperatorKind::ElementWise});
    return all;
}

} // namespace knobscope
