// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/window.h"
#include "core/runtime/definition.h"
#include "core/runtime/logarithm.h"

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

using ir::Expr;
using ir::IterVar;

Expr real32(double value)
{
    return ir::constant(value, ir::float32);
}

/// Returns the shape with extents of 1 along these axes.
Shape withoutAxes(Shape shape, const std::vector<size_t>& axes)
{
    for (const size_t axis : axes) {
        shape[axis] = 1;
    }
    return shape;
}

/// Reduces along these axes; the result keeps them with extent 1.
ir::Tensor reduced(const std::string& name, const Shape& shape, const std::vector<size_t>& axes, const Element& input,
                   ir::ReduceOp op)
{
    return ir::compute(name, withoutAxes(shape, axes), [&](auto i) {
        std::vector<Expr> place(i.begin(), i.end());
        std::vector<IterVar> over;
        for (const size_t axis : axes) {
            over.push_back(ir::reduceAxis("r", shape[axis]));
            place[axis] = over.back().var;
        }
        return op == ir::ReduceOp::Max ? ir::maxReduce(input(place), over) : longSum(input(place), over, kLongestRowSum);
    });
}

Expr read(const ir::Tensor& tensor, std::span<const Expr> at, const std::vector<size_t>& axes)
{
    std::vector<Expr> place(at.begin(), at.end());
    for (const size_t axis : axes) {
        place[axis] = Expr(int64_t{0});
    }
    return tensor(std::move(place));
}

/// Longest rows whose exponentials are kept in a thread's scratch memory; those of longer ones are computed twice.
constexpr int64_t kLongestKeptRow = int64_t{1} << 16;

std::optional<Definition> softmax(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const Shape& shape = call.shape(0);
    const std::vector<size_t> axes{call.axisAttribute("axis", -1, shape.size())};
    const ir::Tensor largest = reduced("largest", shape, axes, inputs[0], ir::ReduceOp::Max);
    Element powerAt = [=, input = inputs[0]](std::span<const Expr> at) {
        return ir::exp(ir::min(input(at) - read(largest, at, axes), real32(0))); // the bound is known to make exp cheaper
    };
    if (shape[axes.front()] <= kLongestKeptRow) {
        const ir::Tensor power =
            ir::compute("power", shape, [&](auto i) { return powerAt(std::vector<Expr>(i.begin(), i.end())); });
        powerAt = [=](std::span<const Expr> at) { return power(std::vector<Expr>(at.begin(), at.end())); };
    }
    const ir::Tensor sum = reduced("sum", shape, axes, powerAt, ir::ReduceOp::Sum);
    const ir::Tensor inverse = ir::compute("inverse", withoutAxes(shape, axes), [&](auto i) {
        return real32(1) / ir::cast(ir::float32, sum(std::vector<Expr>(i.begin(), i.end())));
    });
    return Definition{[=](std::span<const Expr> at) { return powerAt(at) * read(inverse, at, axes); }, nullptr, false, true};
}

/// Normalizes to mean 0 and variance 1 over `axes`, then scales and shifts by a number for each index along `scaled`, an axis of
/// the value. `axes` are those of the value in memory, with the blocks of channels last. The mean and the differences are
/// float64: in float32 a mean that is large relative to the deviation cancels significant digits.
Definition normalized(const OperatorCall& call, const std::vector<Element>& inputs, ValueLayout layout,
                      const std::vector<size_t>& axes, size_t scaled)
{
    const Shape shape = extentsIn(layout, call.shape(0));
    int64_t count = 1;
    for (const size_t axis : axes) {
        count *= shape[axis];
    }
    const Expr share = ir::constant(1.0 / static_cast<double>(count), ir::float64);
    const Expr epsilon = ir::constant(call.real("epsilon", 1e-5), ir::float64);
    const Expr one = ir::constant(1, ir::float64);
    const auto ofSum = [&](const std::string& name, const ir::Tensor& sum, const auto& of) {
        return ir::compute(name, withoutAxes(shape, axes),
                           [&](auto i) { return of(sum(std::vector<Expr>(i.begin(), i.end()))); });
    };
    const Element exact = [=, x = inputs[0]](std::span<const Expr> at) {
        return ir::cast(ir::float64, x(logicalIndices(layout, at)));
    };
    const ir::Tensor sum = reduced("sum", shape, axes, exact, ir::ReduceOp::Sum);
    const ir::Tensor mean = ofSum("mean", sum, [&](const Expr& all) { return all * share; });
    const Element centred = [=](std::span<const Expr> at) { return exact(at) - read(mean, at, axes); };
    const Element square = [=](std::span<const Expr> at) { return centred(at) * centred(at); };
    const ir::Tensor squares = reduced("squares", shape, axes, square, ir::ReduceOp::Sum);
    const ir::Tensor inverse =
        ofSum("inverse", squares, [&](const Expr& all) { return ir::cast(ir::float32, one / ir::sqrt(all * share + epsilon)); });
    return {[=](std::span<const Expr> at) {
                const std::vector<Expr> place{logicalIndices(layout, at)[scaled]};
                const Expr value = ir::cast(ir::float32, centred(at)) * read(inverse, at, axes) * inputs[1](place);
                return inputs.size() > 2 && inputs[2] ? value + inputs[2](place) : value;
            },
            nullptr, false, true};
}

/// Supports only the last axis, as in transformers.
std::optional<Definition> layerNormalization(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const size_t rank = call.shape(0).size();
    const size_t axis = call.axisAttribute("axis", -1, rank);
    const bool hasOneAxis = call.shape(1).size() == 1 && (!call.has(2) || call.shape(2).size() == 1);
    const bool isLast = axis + 1 == rank && call.outputs() < 2 && hasOneAxis;
    return isLast ? std::optional(normalized(call, inputs, {}, {axis}, axis)) : std::nullopt;
}

/// Normalizes over the spatial axes.
Definition instanceNormalization(const OperatorCall& call, const std::vector<Element>& inputs, ValueLayout layout)
{
    const Shape spatial = spatialOf(call, 0);
    std::vector<size_t> axes(spatial.size());
    std::iota(axes.begin(), axes.end(), size_t{2});
    return normalized(call, inputs, layout, axes, 1);
}

/// The logarithms of softmax, computed without its quotients.
std::optional<Definition> logSoftmax(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const Shape& shape = call.shape(0);
    const std::vector<size_t> axes{call.axisAttribute("axis", -1, shape.size())};
    const ir::Tensor largest = reduced("largest", shape, axes, inputs[0], ir::ReduceOp::Max);
    const Element below = [=, input = inputs[0]](std::span<const Expr> at) { return input(at) - read(largest, at, axes); };
    const Element power = [=](std::span<const Expr> at) { return ir::exp(ir::min(below(at), real32(0))); };
    const ir::Tensor sum = reduced("sum", shape, axes, power, ir::ReduceOp::Sum);
    const ir::Tensor log = ir::compute("log", withoutAxes(shape, axes), [&](auto i) {
        return logOfSum(ir::cast(ir::float32, sum(std::vector<Expr>(i.begin(), i.end()))));
    });
    return Definition{[=](std::span<const Expr> at) { return below(at) - read(log, at, axes); }, nullptr, false, true};
}

/// x to the power of a multiple of 1/4 up to 1; null for others.
Expr quarterPower(const Expr& x, double exponent)
{
    const Expr root = ir::sqrt(x);
    return exponent == 0.25 ? ir::sqrt(root)
         : exponent == 0.5  ? root
         : exponent == 0.75 ? root * ir::sqrt(root)
         : exponent == 1    ? x
                            : Expr();
}

/// Divides by a power of the sum of squares over neighbouring channels; 0.75 is the power of AlexNet's and GoogLeNet's layers.
std::optional<Definition> localResponse(const OperatorCall& call, const std::vector<Element>& inputs)
{
    const int64_t channels = call.shape(0)[1];
    const int64_t size = call.integer("size", 1);
    const int64_t width = std::min(size, 2 * channels + 1);
    const Expr alpha = real32(call.real("alpha", 1e-4) / static_cast<double>(size));
    const Expr bias = real32(call.real("bias", 1));
    const double beta = call.real("beta", 0.75);
    if (quarterPower(bias, beta).isNull()) {
        return std::nullopt;
    }
    const Element sum = [=, x = inputs[0]](std::span<const Expr> at) {
        const IterVar tap = ir::reduceAxis("near", width);
        std::vector<Expr> place(at.begin(), at.end());
        place[1] = at[1] + Expr(tap.var) - (width - 1) / 2;
        const Expr value = ir::select(place[1] >= Expr(int64_t{0}) && place[1] < Expr(channels), x(place), real32(0));
        return longSum(value * value, {tap});
    };
    const auto finish = [=, x = inputs[0]](const Expr& total, std::span<const Expr> at) {
        return x(at) / quarterPower(bias + alpha * ir::cast(ir::float32, total), beta);
    };
    return Definition{sum, finish, true};
}

} // namespace

std::optional<Definition> defineNormalization(const OperatorCall& call, const std::vector<Element>& inputs, ValueLayout layout)
{
    const std::string& op = call.op();
    return op == "Softmax"               ? softmax(call, inputs)
         : op == "LogSoftmax"            ? logSoftmax(call, inputs)
         : op == "LayerNormalization"    ? layerNormalization(call, inputs)
         : op == "InstanceNormalization" ? std::optional(instanceNormalization(call, inputs, layout))
         : op == "LRN"                   ? localResponse(call, inputs)
                                         : std::nullopt;
}

} // namespace knobscope
