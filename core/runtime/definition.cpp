// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/definition.h"

#include "core/graph/operators/window.h"
#include "core/runtime/logarithm.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace knobscope {
namespace {

using ir::Expr;
using ir::IterVar;

Expr number(double value)
{
    return ir::constant(value, ir::float32);
}

// ---- element-wise ----

Expr clamp(const Expr& x, double low, double high)
{
    return ir::min(ir::max(x, number(low)), number(high));
}

/// alpha * negative if `isNegative`, else x; `negative` is 0 for positive x, which 0 times an infinite alpha is not.
Expr withSlope(const Expr& x, const Expr& isNegative, const Expr& negative, double alpha)
{
    return std::isfinite(alpha) ? ir::max(x, number(0)) + negative * number(alpha)
                                : ir::select(isNegative, negative * number(alpha), x);
}

Expr folded(const std::vector<Expr>& inputs, const std::function<Expr(const Expr&, const Expr&)>& of)
{
    Expr all = inputs.front();
    for (size_t i = 1; i < inputs.size(); ++i) {
        all = of(all, inputs[i]);
    }
    return all;
}

/// Clamps to the bounds that are present.
Expr clip(const OperatorCall& call, Expr x)
{
    x = call.has(1) ? ir::max(x, number(call.value(1).reals().at(0))) : x;
    return call.has(2) ? ir::min(x, number(call.value(2).reals().at(0))) : x;
}

Expr sigmoid(const Expr& x)
{
    return number(1) / (number(1) + ir::exp(number(0) - x));
}

/// Gelu; the tanh form of (1 + tanh u) / 2 is 1 / (1 + e^-2u), which avoids cancellation for negative u.
Expr gelu(const OperatorCall& call, const Expr& x)
{
    if (call.text("approximate", "none") != "tanh") {
        return ir::gelu(x);
    }
    return x / (number(1) + ir::exp((x + x * x * x * number(0.044715)) * number(-2 * 0.7978845608028654)));
}

/// x to the power of 1/2: unlike the root, infinite at -infinity and +0 at -0 (C's pow).
Expr rootAsPower(const Expr& x)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return ir::abs(ir::sqrt(ir::select(x == number(-infinity), number(infinity), x)));
}

/// Returns x to a constant power that needs no logarithm; null for others.
Expr power(const OperatorCall& call, const Expr& x)
{
    const Tensor* exponent = call.known(1);
    if (!exponent || elementsOf(exponent->shape()) != 1) {
        return {};
    }
    const double p = exponent->reals()[0];
    return p == 1    ? x
         : p == 2    ? x * x
         : p == 3    ? x * x * x
         : p == 4    ? x * x * (x * x)
         : p == 0.5  ? rootAsPower(x)
         : p == -0.5 ? number(1) / rootAsPower(x)
         : p == -1   ? number(1) / x
                     : Expr();
}

/// Null unless both are float32.
Expr compared(const std::vector<Expr>& x, ir::BinaryOp op)
{
    return x[0].isNull() || x[1].isNull() ? Expr() : ir::binary(op, x[0], x[1]);
}

/// Null if the condition is no expression of the kernel.
Expr where(const std::vector<Expr>& x)
{
    return x[0].isNull() || x[1].isNull() || x[2].isNull() ? Expr() : ir::select(x[0], x[1], x[2]);
}

/// Null unless the source is a number inside the kernel and the result float32, which all of those are; or if x is rounded to
/// float16, which happens only at the borders of models.
Expr cast(const OperatorCall& call, const Expr& x)
{
    if (call.text("to", "") == "bfloat16" && call.type(0).number == ir::float32 && !x.isNull()) {
        return ir::cast(ir::float32, ir::cast(ir::bfloat16, x));
    }
    return call.text("to", "") == "float32" && !call.type(0).number.isBool() ? x : Expr();
}

using Call = const OperatorCall&;
using Inputs = const std::vector<Expr>&;

/// Returns null if these inputs are not supported.
using Formula = Expr (*)(Call call, Inputs x);

struct NamedFormula {
    std::string_view name;
    Formula of;
};

constexpr NamedFormula kFormulas[] = {
    {"Add", [](Call, Inputs x) { return x[0] + x[1]; }},
    {"Sub", [](Call, Inputs x) { return x[0] - x[1]; }},
    {"Mul", [](Call, Inputs x) { return x[0] * x[1]; }},
    {"Div", [](Call, Inputs x) { return x[0] / x[1]; }},
    {"Sum", [](Call, Inputs x) { return folded(x, std::plus()); }},
    {"Max", [](Call, Inputs x) { return folded(x, ir::max); }},
    {"Min", [](Call, Inputs x) { return folded(x, ir::min); }},
    {"Identity", [](Call, Inputs x) { return x[0]; }},
    {"Dropout", [](Call, Inputs x) { return x[0]; }},
    {"Neg", [](Call, Inputs x) { return x[0] * number(-1); }}, // 0 - x would give +0 for +0
    {"Abs", [](Call, Inputs x) { return ir::abs(x[0]); }},
    {"Relu", [](Call, Inputs x) { return ir::max(x[0], number(0)); }},
    {"Pow", [](Call call, Inputs x) { return power(call, x[0]); }},
    {"Exp", [](Call, Inputs x) { return ir::exp(x[0]); }},
    {"Sqrt", [](Call, Inputs x) { return ir::sqrt(x[0]); }},
    {"Sigmoid", [](Call, Inputs x) { return sigmoid(x[0]); }},
    {"Tanh", [](Call, Inputs x) { return ir::tanh(x[0]); }},
    {"Erf", [](Call, Inputs x) { return ir::erf(x[0]); }},
    {"Gelu", [](Call call, Inputs x) { return gelu(call, x[0]); }},
    {"Elu",
     [](Call call, Inputs x) {
         return withSlope(x[0], x[0] <= number(0), ir::expm1(ir::min(x[0], number(0))), call.real("alpha", 1));
     }},
    {"Reciprocal", [](Call, Inputs x) { return number(1) / x[0]; }},
    {"LeakyRelu",
     [](Call call, Inputs x) { return withSlope(x[0], x[0] < number(0), ir::min(x[0], number(0)), call.real("alpha", 0.01)); }},
    {"PRelu", [](Call, Inputs x) { return ir::select(x[0] < number(0), x[0] * x[1], x[0]); }},
    {"Clip", [](Call call, Inputs x) { return clip(call, x[0]); }},
    {"HardSigmoid",
     [](Call call, Inputs x) { return clamp(x[0] * number(call.real("alpha", 0.2)) + number(call.real("beta", 0.5)), 0, 1); }},
    {"HardSwish", [](Call, Inputs x) { return x[0] * clamp(x[0] * number(1.0 / 6) + number(0.5), 0, 1); }},
    {"IsNaN", [](Call, Inputs x) { return ir::binary(ir::BinaryOp::Ne, x[0], x[0]); }},
    {"Equal", [](Call, Inputs x) { return compared(x, ir::BinaryOp::Eq); }},
    {"Less", [](Call, Inputs x) { return compared(x, ir::BinaryOp::Lt); }},
    {"LessOrEqual", [](Call, Inputs x) { return compared(x, ir::BinaryOp::Le); }},
    {"Greater", [](Call, Inputs x) { return compared(x, ir::BinaryOp::Gt); }},
    {"GreaterOrEqual", [](Call, Inputs x) { return compared(x, ir::BinaryOp::Ge); }},
    {"Not", [](Call, Inputs x) { return x[0].isNull() ? x[0] : !x[0]; }},
    {"Where", [](Call, Inputs x) { return where(x); }},
    {"QuantizeLinear", [](Call call, Inputs x) { return quantized(call, x[0]); }},
    {"Cast", [](Call call, Inputs x) { return cast(call, x[0]); }},
    {"SubtractZeroPoint", [](Call call, Inputs x) { return withoutZeroPoint(call, x[0]); }},
    {"DequantizeLinear", [](Call call, Inputs x) { return dequantized(call, x[0]); }},
    {"Softplus", [](Call, Inputs x) { return softplus(x[0]); }},
    {"Mish", [](Call, Inputs x) { return x[0] * ir::tanh(softplus(x[0])); }},
    {"ThresholdedRelu", [](Call call, Inputs x) { return ir::select(x[0] > number(call.real("alpha", 1)), x[0], number(0)); }},
};

// ---- windows ----

/// Elements of a window as reduction axes, and their indices.
struct Taps {
    std::vector<IterVar> axes;
    std::vector<Expr> at; ///< spatial indices in the input
    Expr isInside;
};

Taps tapsOf(const Window& window, std::span<const Expr> at, const Shape& spatial)
{
    Taps taps;
    taps.isInside = ir::trueExpr();
    for (size_t axis = 0; axis < spatial.size(); ++axis) {
        taps.axes.push_back(ir::reduceAxis(fmt::format("r{}", axis), window.kernel[axis]));
        const Expr place =
            at[axis + 2] * window.strides[axis] + Expr(taps.axes.back().var) * window.dilations[axis] - window.before[axis];
        taps.at.push_back(place);
        if (window.before[axis] > 0) {
            taps.isInside = taps.isInside && place >= Expr(int64_t{0});
        }
        const int64_t room = spatial[axis] - window.reach(axis) + window.before[axis];
        if (window.after[axis] > 0 || (window.ceil && room % window.strides[axis] != 0)) {
            taps.isInside = taps.isInside && place < Expr(spatial[axis]);
        }
    }
    return taps;
}

Expr readInside(const Taps& taps, const Element& input, const Expr& image, const Expr& channel, const Expr& fallback)
{
    std::vector<Expr> at{image, channel};
    at.insert(at.end(), taps.at.begin(), taps.at.end());
    const Expr value = input(at);
    return ir::isTrue(taps.isInside) ? value : ir::select(taps.isInside, value, fallback);
}

std::optional<Definition> maxPool(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const Window window = Window::ofPool(call);
    const Shape spatial = spatialOf(call, 0);
    const Element element = [=, input = inputs[0]](std::span<const Expr> at) {
        const Taps taps = tapsOf(window, at, spatial);
        return ir::maxReduce(readInside(taps, input, at[0], at[1], ir::reduceIdentity(ir::ReduceOp::Max, ir::float32)),
                             taps.axes);
    };
    return Definition{element, nullptr, true};
}

/// Number of a window's elements along one axis that count: those in the input, or those in the padded input.
Expr tapsCounted(const Window& window, size_t axis, const Expr& position, int64_t extent, bool countsPadding)
{
    const int64_t low = countsPadding ? -window.before[axis] : 0;
    const int64_t high = countsPadding ? extent + window.after[axis] : extent;
    const Expr first = position * window.strides[axis] - window.before[axis];
    if (window.dilations[axis] == 1) {
        return ir::min(first + window.kernel[axis], Expr(high)) - ir::max(first, Expr(low));
    }
    Expr count(int64_t{0});
    for (int64_t tap = 0; tap < window.kernel[axis]; ++tap) {
        const Expr place = first + tap * window.dilations[axis];
        count = count + ir::select(place >= Expr(low) && place < Expr(high), Expr(int64_t{1}), Expr(int64_t{0}));
    }
    return count;
}

std::optional<Definition> averagePool(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const Window window = Window::ofPool(call);
    const Shape spatial = spatialOf(call, 0);
    const bool countsPadding = call.integer("count_include_pad", 0) != 0;
    for (size_t axis = 0; axis < spatial.size(); ++axis) {
        constexpr int64_t mostTaps = 64; // limit for counting taps one by one
        if (window.dilations[axis] != 1 && window.kernel[axis] > mostTaps) {
            return std::nullopt;
        }
    }
    const Element sum = [=, input = inputs[0]](std::span<const Expr> at) {
        const Taps taps = tapsOf(window, at, spatial);
        return longSum(readInside(taps, input, at[0], at[1], number(0)), taps.axes);
    };
    bool isUnpadded = true;
    for (size_t axis = 0; axis < spatial.size(); ++axis) {
        isUnpadded = isUnpadded && window.before[axis] == 0 && window.after[axis] == 0;
    }
    const auto finish = [=](const Expr& total, std::span<const Expr> at) {
        if (!window.ceil && (countsPadding || isUnpadded)) {
            return total * ir::constant(1.0 / static_cast<double>(elementsOf(window.kernel)), total.type());
        }
        Expr count(int64_t{1});
        for (size_t axis = 0; axis < spatial.size(); ++axis) {
            count = count * tapsCounted(window, axis, at[axis + 2], spatial[axis], countsPadding);
        }
        return total / ir::cast(total.type(), count);
    };
    return Definition{sum, finish, true};
}

/// Convolutions that no template supports: grouped, unevenly padded, or over one or three axes.
std::optional<Definition> convolution(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const Shape spatial = spatialOf(call, 0);
    const Window window = Window::ofConv(call);
    const int64_t group = call.integer("group", 1);
    const int64_t outputs = call.shape(1)[0] / group;
    const int64_t channels = call.shape(1)[1];
    const Element sum = [=, data = inputs[0], weights = inputs[1]](std::span<const Expr> at) {
        Taps taps = tapsOf(window, at, spatial);
        const IterVar rc = ir::reduceAxis("rc", channels);
        const Expr channel = group == 1 ? Expr(rc.var) : ir::floorDiv(at[1], Expr(outputs)) * channels + Expr(rc.var);
        const Expr value = readInside(taps, data, at[0], channel, number(0));
        std::vector<Expr> weightAt{at[1], rc.var};
        std::vector<IterVar> axes{rc};
        for (const IterVar& tap : taps.axes) {
            weightAt.emplace_back(tap.var);
            axes.push_back(tap);
        }
        return longSum(value * weights(weightAt), axes, call.op() == "Conv" ? kLongestProductSum : 0); // integers are exact
    };
    return withChannelBias(sum, inputs);
}

/// Products of computed matrices; the axes before the last two are broadcast.
std::optional<Definition> matrixProduct(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const Shape& a = call.shape(0);
    const Shape& b = call.shape(1);
    if (a.size() < 2 || b.size() < 2) {
        return std::nullopt;
    }
    const auto place = [](std::span<const Expr> at, const Shape& shape, const Expr& row, const Expr& column) {
        std::vector<Expr> indices;
        for (size_t axis = 0; axis + 2 < shape.size(); ++axis) {
            indices.push_back(shape[axis] == 1 ? Expr(int64_t{0}) : at[at.size() - shape.size() + axis]);
        }
        indices.push_back(row);
        indices.push_back(column);
        return indices;
    };
    const Element sum = [=](std::span<const Expr> at) {
        const IterVar k = ir::reduceAxis("k", a.back());
        return longSum(inputs[0](place(at, a, at[at.size() - 2], k.var)) * inputs[1](place(at, b, k.var, at.back())), {k},
                       kLongestMatrixSum);
    };
    return Definition{sum, nullptr, true};
}

struct NamedDefinition {
    std::string_view name;
    std::optional<Definition> (*of)(const OperatorCall& call, const std::vector<Element>& inputs);
};

constexpr NamedDefinition kDefined[] = {
    {"MaxPool", maxPool},         {"AveragePool", averagePool}, {"Conv", convolution},
    {"ConvInteger", convolution}, {"MatMul", matrixProduct},
};

} // namespace

std::optional<Expr> elementWise(const OperatorCall& call, const std::vector<Expr>& inputs)
{
    const auto* formula = std::ranges::find(kFormulas, call.op(), &NamedFormula::name);
    const Expr made = formula == std::end(kFormulas) ? Expr() : formula->of(call, inputs);
    return made.isNull() ? std::nullopt : std::optional(made);
}

Expr longSum(const Expr& term, std::vector<IterVar> axes, int64_t longest)
{
    int64_t count = 1;
    for (const IterVar& axis : axes) {
        count *= axis.extent;
    }
    return ir::sum(count > longest ? ir::cast(ir::float64, term) : term, std::move(axes));
}

Definition withChannelBias(Element sum, const std::vector<Element>& inputs)
{
    if (inputs.size() < 3 || !inputs[2]) {
        return {std::move(sum), nullptr, true};
    }
    const auto finish = [bias = inputs[2]](const Expr& total, std::span<const Expr> at) {
        return ir::cast(ir::float32, total) + bias(std::vector<Expr>{at[1]});
    };
    return {std::move(sum), finish, true};
}

std::optional<Definition> define(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output,
                                 ValueLayout layout)
{
    const auto* own = std::ranges::find(kDefined, call.op(), &NamedDefinition::name);
    if (own != std::end(kDefined)) {
        return own->of(call, inputs);
    }
    for (const auto part : {defineReduction, defineNormalization}) {
        if (auto definition = part(call, inputs, layout)) {
            return definition;
        }
    }
    for (const auto part : {defineConvTranspose, defineResize, defineDataMovement}) {
        if (auto definition = part(call, inputs, output)) {
            return definition;
        }
    }
    return std::nullopt;
}

} // namespace knobscope
