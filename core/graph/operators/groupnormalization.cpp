// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations over groups of channels, over chosen axes, and by the root mean square.
#include "core/graph/operators/all.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

/// Sum and sum of squares of the elements that are normalized together.
struct Moments {
    double sum = 0;
    double squares = 0;
    double count = 0;

    void add(double value)
    {
        sum += value;
        squares += value * value;
        ++count;
    }
    double mean() const { return sum / count; }
    double variance() const { return std::max(0.0, squares / count - mean() * mean()); }
};

std::vector<TensorType> inferGroupNorm(const OperatorCall& call)
{
    const Shape& shape = call.realType(0).shape;
    call.require(shape.size() >= 2, "input 1 of shape {} has no channels", shapeText(shape));
    const int64_t groups = call.integer("num_groups", 0);
    (void)call.real("epsilon", 1e-5);
    call.ignore({"stash_type"});
    call.require(groups >= 1 && shape[1] % groups == 0, "attribute 'num_groups' is {}, which does not divide {} channels", groups,
                 shape[1]);
    for (size_t input = 1; input <= 2; ++input) { // one number a group until opset 20, one a channel from 21 on
        call.require(call.type(input).number == call.type(0).number
                         && (call.shape(input) == Shape{shape[1]} || call.shape(input) == Shape{groups}),
                     "input {} is {}, but there are {} channels in {} groups", input + 1, call.type(input).text(), shape[1],
                     groups);
    }
    return {call.type(0)};
}

void evaluateGroupNorm(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> from = call.value(0).reals();
    const std::vector<double> scale = call.value(1).reals();
    const std::vector<double> shift = call.value(2).reals();
    const auto channels = static_cast<size_t>(call.shape(0)[1]);
    const size_t perGroup = channels / static_cast<size_t>(call.integer("num_groups", 1));
    const auto size = static_cast<size_t>(elementsOf(Shape(call.shape(0).begin() + 2, call.shape(0).end())));
    const double epsilon = call.real("epsilon", 1e-5);
    std::vector<Moments> moments(from.empty() ? 0 : from.size() / (perGroup * size));
    for (size_t i = 0; i < from.size(); ++i) {
        moments[i / (perGroup * size)].add(from[i]);
    }
    withReal(out[0].number(), [&]<class T>() {
        for (size_t i = 0; i < from.size(); ++i) {
            const Moments& group = moments[i / (perGroup * size)];
            const size_t channel = i / size % channels;
            const auto at = [&](const std::vector<double>& all) {
                return all[all.size() == channels ? channel : channel / perGroup];
            };
            out[0].as<T>()[i] =
                static_cast<T>((from[i] - group.mean()) / std::sqrt(group.variance() + epsilon) * at(scale) + at(shift));
        }
    });
}

std::vector<TensorType> inferRmsNorm(const OperatorCall& call)
{
    const TensorType& input = call.realType(0);
    const size_t axis = call.axisAttribute("axis", -1, input.shape.size());
    (void)call.real("epsilon", 1e-5);
    call.ignore({"stash_type"});
    const Shape normalized(input.shape.begin() + static_cast<std::ptrdiff_t>(axis), input.shape.end());
    call.require(call.type(1).number == input.number && call.broadcast(call.shape(1), normalized) == normalized,
                 "input 2 is {}, but {} is normalized", call.type(1).text(), shapeText(normalized));
    return {input};
}

void evaluateRmsNorm(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> from = call.value(0).reals();
    const Shape& shape = call.shape(0);
    const size_t axis = call.axisAttribute("axis", -1, shape.size());
    const Shape normalized(shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end());
    const auto size = static_cast<size_t>(elementsOf(normalized));
    const std::vector<double> scale = call.value(1).reals();
    const std::vector<int64_t> strides = broadcastStrides(call.shape(1), normalized);
    const double epsilon = call.real("epsilon", 1e-5);
    withReal(out[0].number(), [&]<class T>() {
        for (size_t lane = 0; size > 0 && lane < from.size() / size; ++lane) {
            Moments moments;
            std::for_each_n(from.begin() + static_cast<std::ptrdiff_t>(lane * size), size, [&](double x) { moments.add(x); });
            const double inverse = 1 / std::sqrt(moments.squares / moments.count + epsilon);
            StridedWalk<1> walk(normalized, {strides});
            for (size_t i = 0; i < size; ++i, walk.step()) {
                out[0].as<T>()[lane * size + i] = static_cast<T>(from[lane * size + i] * inverse * scale[walk.offset(0)]);
            }
        }
    });
}

std::vector<TensorType> inferMeanVariance(const OperatorCall& call)
{
    (void)call.axes(call.integers("axes", {0, 2, 3}), call.realType(0).shape.size(), phrase("attribute 'axes'"));
    return {call.type(0)};
}

void evaluateMeanVariance(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> from = call.value(0).reals();
    const Shape& shape = call.shape(0);
    Shape kept = shape; // extents of the axes that are not normalized
    for (const size_t axis : call.axes(call.integers("axes", {0, 2, 3}), shape.size(), phrase("attribute 'axes'"))) {
        kept[axis] = 1;
    }
    const std::vector<int64_t> strides = broadcastStrides(kept, shape);
    std::vector<Moments> moments(static_cast<size_t>(elementsOf(kept)));
    StridedWalk<1> first(shape, {strides});
    for (const double value : from) {
        moments[first.offset(0)].add(value);
        first.step();
    }
    withReal(out[0].number(), [&]<class T>() {
        StridedWalk<1> walk(shape, {strides});
        for (size_t i = 0; i < from.size(); ++i, walk.step()) {
            const Moments& group = moments[walk.offset(0)];
            out[0].as<T>()[i] = static_cast<T>((from[i] - group.mean()) / (std::sqrt(group.variance()) + 1e-9));
        }
    });
}

} // namespace

std::vector<Operator> groupNormalizationOperators()
{
    return {{"GroupNormalization", 3, 3, inferGroupNorm, evaluateGroupNorm},
            {"RMSNormalization", 2, 2, inferRmsNorm, evaluateRmsNorm},
            {"MeanVarianceNormalization", 1, 1, inferMeanVariance, evaluateMeanVariance}};
}

} // namespace knobscope
