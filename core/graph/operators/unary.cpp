// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of one number.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace knobscope {
namespace {

/// A function of a floating-point number with up to two attributes.
struct RealFunction {
    std::string_view name;
    double (*of)(double x, double a, double b);
    const char* first = "";
    double firstDefault = 0;
    const char* second = "";
    double secondDefault = 0;
    float (*single)(float x) = nullptr; ///< the same of float32 numbers, if it takes much less time
};

double elu(double x, double alpha, double scale)
{
    return scale * (x > 0 ? x : alpha * std::expm1(x));
}

constexpr RealFunction kRealFunctions[] = {
    {"Acos", [](double x, double, double) { return std::acos(x); }},
    {"Acosh", [](double x, double, double) { return std::acosh(x); }},
    {"Asin", [](double x, double, double) { return std::asin(x); }},
    {"Asinh", [](double x, double, double) { return std::asinh(x); }},
    {"Atan", [](double x, double, double) { return std::atan(x); }},
    {"Atanh", [](double x, double, double) { return std::atanh(x); }},
    {"Ceil", [](double x, double, double) { return std::ceil(x); }},
    {"Celu", [](double x, double alpha, double) { return x > 0 ? x : alpha * std::expm1(x / alpha); }, "alpha", 1},
    {.name = "Cos", .of = [](double x, double, double) { return std::cos(x); }, .single = [](float x) { return std::cos(x); }},
    {"Cosh", [](double x, double, double) { return std::cosh(x); }},
    {"Elu", [](double x, double alpha, double) { return elu(x, alpha, 1); }, "alpha", 1},
    {"Erf", [](double x, double, double) { return std::erf(x); }},
    {"Exp", [](double x, double, double) { return std::exp(x); }},
    {"Floor", [](double x, double, double) { return std::floor(x); }},
    {"HardSigmoid", [](double x, double a, double b) { return std::clamp(a * x + b, 0.0, 1.0); }, "alpha", 0.2, "beta", 0.5},
    {"HardSwish", [](double x, double, double) { return x * std::clamp(x / 6 + 0.5, 0.0, 1.0); }},
    {"LeakyRelu", [](double x, double alpha, double) { return x < 0 ? alpha * x : x; }, "alpha", 0.01},
    {"Log", [](double x, double, double) { return std::log(x); }},
    {"Mish", [](double x, double, double) { return x * std::tanh(std::log1p(std::exp(x))); }},
    {"Reciprocal", [](double x, double, double) { return 1 / x; }},
    {"Round", [](double x, double, double) { return std::nearbyint(x); }},
    {"Selu", elu, "alpha", 1.67326319217681884765625, "gamma", 1.05070102214813232421875},
    {"Shrink", [](double x, double bias, double lambda) { return x < -lambda ? x + bias
                                                               : x > lambda  ? x - bias
                                                                             : 0; }, "bias", 0,
     "lambd", 0.5},
    {"Sigmoid", [](double x, double, double) { return 1 / (1 + std::exp(-x)); }},
    {.name = "Sin", .of = [](double x, double, double) { return std::sin(x); }, .single = [](float x) { return std::sin(x); }},
    {"Sinh", [](double x, double, double) { return std::sinh(x); }},
    {"Softplus", [](double x, double, double) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }},
    {"Softsign", [](double x, double, double) { return x / (1 + std::abs(x)); }},
    {"Sqrt", [](double x, double, double) { return std::sqrt(x); }},
    {"Tan", [](double x, double, double) { return std::tan(x); }},
    {"Tanh", [](double x, double, double) { return std::tanh(x); }},
    {"ThresholdedRelu", [](double x, double alpha, double) { return x > alpha ? x : 0; }, "alpha", 1},
};

double gelu(double x, bool byTanh)
{
    // Equal to (1 + tanh u) / 2 and (1 + erf u) / 2, without cancellation for negative u.
    return byTanh ? x / (1 + std::exp(-2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)))
                  : 0.5 * x * std::erfc(-x / std::sqrt(2.0));
}

template<class F>
void eachReal(const OperatorCall& call, Tensor& out, F f)
{
    withReal(out.number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out.as<T>();
        constexpr int64_t cost = 8; // of a function, in copied elements
        call.inParts(std::ssize(to), cost, [&](int64_t first, int64_t last) {
            for (auto i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i) {
                to[i] = static_cast<T>(f(from[i]));
            }
        });
    });
}

std::vector<TensorType> inferReal(const OperatorCall& call)
{
    for (const RealFunction& function : kRealFunctions) {
        if (function.name == call.op()) {
            (void)call.real(function.first, 0);
            (void)call.real(function.second, 0);
        }
    }
    return {call.realType(0)};
}

void evaluateReal(const OperatorCall& call, std::span<Tensor> out)
{
    const auto* function = std::ranges::find(kRealFunctions, call.op(), &RealFunction::name);
    const double a = call.real(function->first, function->firstDefault);
    const double b = call.real(function->second, function->secondDefault);
    eachReal(call, out[0], [&]<class T>(T x) {
        if constexpr (std::is_same_v<T, float>) {
            if (function->single) {
                return static_cast<double>(function->single(x));
            }
        }
        return function->of(static_cast<double>(x), a, b);
    });
}

std::vector<TensorType> inferGelu(const OperatorCall& call)
{
    const std::string how = call.text("approximate", "none");
    call.require(how == "none" || how == "tanh", "attribute 'approximate' is {}; it must be none or tanh", quotedName(how));
    return {call.realType(0)};
}

void evaluateGelu(const OperatorCall& call, std::span<Tensor> out)
{
    const bool byTanh = call.text("approximate", "none") == "tanh";
    eachReal(call, out[0], [&](double x) { return gelu(x, byTanh); });
}

// ---- also for integers ----

/// Neg, Abs, Sign or Relu. Neg and Abs also change the sign of a floating-point zero; NaN stays NaN.
template<class T>
T numberOf(const std::string& op, T x)
{
    if constexpr (std::is_floating_point_v<T>) {
        return op == "Neg"             ? -x
             : op == "Abs"             ? std::abs(x)
             : op == "Sign" && x > T{} ? T{1}
             : op == "Sign" && x < T{} ? T{-1}
             : op == "Relu" && x < T{} ? T{}
                                       : x;
    } else {
        const T negative = static_cast<T>(Wrapping<T>{} - static_cast<Wrapping<T>>(x));
        const T sign = static_cast<T>((T{} < x ? 1 : 0) - (x < T{} ? 1 : 0));
        return op == "Neg" ? negative : op == "Abs" ? (x < T{} ? negative : x) : op == "Sign" ? sign : x < T{} ? T{} : x;
    }
}

std::vector<TensorType> inferNumber(const OperatorCall& call)
{
    call.require(call.type(0).number != ir::boolean, "input 1 is bool, but must be numbers");
    return {call.type(0)};
}

void evaluateNumber(const OperatorCall& call, std::span<Tensor> out)
{
    const std::string& op = call.op();
    withType(out[0].number(), [&]<class T>() {
        if constexpr (!std::is_same_v<T, bool>) {
            const auto from = call.value(0).as<T>();
            std::ranges::transform(from, out[0].as<T>().begin(), [&](T x) { return numberOf(op, x); });
        }
    });
}

std::vector<TensorType> inferTest(const OperatorCall& call)
{
    (void)call.integer("detect_positive", 1);
    (void)call.integer("detect_negative", 1);
    return {{ir::boolean, call.realType(0).shape}};
}

void evaluateTest(const OperatorCall& call, std::span<Tensor> out)
{
    const bool positive = call.integer("detect_positive", 1) != 0;
    const bool negative = call.integer("detect_negative", 1) != 0;
    const std::vector<double> from = call.value(0).reals();
    for (size_t i = 0; i < from.size(); ++i) {
        out[0].as<bool>()[i] =
            call.op() == "IsNaN" ? std::isnan(from[i]) : std::isinf(from[i]) && (from[i] > 0 ? positive : negative);
    }
}

std::vector<TensorType> inferNot(const OperatorCall& call)
{
    call.require(call.type(0).number == ir::boolean, "input 1 is {}, but must be bool", call.type(0).number.text());
    return {call.type(0)};
}

void evaluateNot(const OperatorCall& call, std::span<Tensor> out)
{
    const auto from = call.value(0).as<bool>();
    for (size_t i = 0; i < from.size(); ++i) {
        out[0].as<bool>()[i] = !from[i];
    }
}

std::vector<TensorType> inferClip(const OperatorCall& call)
{
    for (size_t bound = 1; bound < 3; ++bound) {
        call.require(!call.has(bound) || (elementsOf(call.shape(bound)) == 1 && call.type(bound).number == call.type(0).number),
                     "input {} must be one {}", bound + 1, call.type(0).number.text());
    }
    return inferNumber(call);
}

void evaluateClip(const OperatorCall& call, std::span<Tensor> out)
{
    withType(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        const auto to = out[0].as<T>();
        for (size_t i = 0; i < to.size(); ++i) {
            to[i] = from[i];
            if (call.has(1)) {
                to[i] = std::max<T>(to[i], call.value(1).as<T>()[0]);
            }
            if (call.has(2)) {
                to[i] = std::min<T>(to[i], call.value(2).as<T>()[0]);
            }
        }
    });
}

} // namespace

std::vector<Operator> unaryOperators()
{
    std::vector<Operator> all;
    for (const RealFunction& function : kRealFunctions) {
        all.push_back({function.name, 1, 1, inferReal, evaluateReal, OperatorKind::ElementWise});
    }
    for (const char* name : {"Abs", "Neg", "Sign", "Relu"}) {
        all.push_back({name, 1, 1, inferNumber, evaluateNumber, OperatorKind::ElementWise});
    }
    for (const char* name : {"IsInf", "IsNaN"}) {
        all.push_back({name, 1, 1, inferTest, evaluateTest, OperatorKind::ElementWise});
    }
    all.push_back({"Gelu", 1, 1, inferGelu, evaluateGelu, OperatorKind::ElementWise});
    all.push_back({"Not", 1, 1, inferNot, evaluateNot, OperatorKind::ElementWise});
    all.push_back({"Clip", 1, 3, inferClip, evaluateClip, OperatorKind::ElementWise});
    return all;
}

} // namespace knobscope
