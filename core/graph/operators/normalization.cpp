// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations in inference mode.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace knobscope {
namespace {

/// Requires inputs first..last, if present, to have one number for each channel.
void requireChannels(const OperatorCall& call, size_t first, size_t last)
{
    call.require(call.realType(0).shape.size() >= 2, "input 1 of shape {} has no channels", shapeText(call.shape(0)));
    for (size_t input = first; input <= last; ++input) {
        call.require(call.type(input).shape == Shape{call.shape(0)[1]} && call.type(input).number.isFloat(),
                     "input {} is {}, but there are {} channels", input + 1, call.type(input).text(), call.shape(0)[1]);
    }
}

std::vector<TensorType> inferBatchNorm(const OperatorCall& call)
{
    if (call.integer("training_mode", 0) != 0) {
        call.unsupported("attribute 'training_mode' is 1; only inference is supported");
    }
    if (call.integer("spatial", 1) == 0) {
        call.unsupported("attribute 'spatial' is 0; only one mean and variance for a channel is supported");
    }
    (void)call.real("epsilon", 1e-5);
    call.ignore({"momentum", "is_test", "consumed_inputs"});
    requireChannels(call, 1, 4);
    return {call.type(0)};
}

void evaluateBatchNorm(const OperatorCall& call, std::span<Tensor> out)
{
    const double epsilon = call.real("epsilon", 1e-5);
    const std::vector<double> scale = call.value(1).reals();
    const std::vector<double> shift = call.value(2).reals();
    const std::vector<double> mean = call.value(3).reals();
    const std::vector<double> variance = call.value(4).reals();
    const auto size = static_cast<size_t>(elementsOf(Shape(call.shape(0).begin() + 2, call.shape(0).end())));
    withReal(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        for (size_t i = 0; i < from.size(); ++i) {
            const size_t c = i / size % scale.size();
            const double centred = static_cast<double>(from[i]) - mean[c];
            out[0].as<T>()[i] = static_cast<T>(centred / std::sqrt(variance[c] + epsilon) * scale[c] + shift[c]);
        }
    });
}

/// Mean and inverse standard deviation of some numbers.
struct Spreading {
    double mean = 0;
    double inverse = 0;

    template<class T>
    Spreading(std::span<const T> values, double epsilon)
    {
        const auto count = static_cast<double>(values.size());
        for (const T value : values) {
            mean += static_cast<double>(value) / count;
        }
        double variance = 0;
        for (const T value : values) {
            variance += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean) / count;
        }
        inverse = 1 / std::sqrt(variance + epsilon);
    }
};

std::vector<TensorType> inferInstanceNorm(const OperatorCall& call)
{
    (void)call.real("epsilon", 1e-5);
    requireChannels(call, 1, 2);
    return {call.type(0)};
}

void evaluateInstanceNorm(const OperatorCall& call, std::span<Tensor> out)
{
    const std::vector<double> scale = call.value(1).reals();
    const std::vector<double> shift = call.value(2).reals();
    const auto size = static_cast<size_t>(elementsOf(Shape(call.shape(0).begin() + 2, call.shape(0).end())));
    withReal(out[0].number(), [&]<class T>() {
        for (size_t plane = 0; size > 0 && plane < static_cast<size_t>(out[0].size()) / size; ++plane) {
            const auto from = call.value(0).as<T>().subspan(plane * size, size);
            const auto to = out[0].as<T>().subspan(plane * size, size);
            const Spreading spreading(from, call.real("epsilon", 1e-5));
            const size_t c = plane % scale.size();
            std::transform(from.begin(), from.end(), to.begin(), [&](T value) {
                return static_cast<T>((static_cast<double>(value) - spreading.mean) * spreading.inverse * scale[c] + shift[c]);
            });
        }
    });
}

std::vector<TensorType> inferLayerNorm(const OperatorCall& call)
{
    const TensorType& input = call.realType(0);
    const size_t axis = call.axisAttribute("axis", -1, input.shape.size());
    (void)call.real("epsilon", 1e-5);
    call.ignore({"stash_type"}); // sums are in double precision
    const Shape normalized(input.shape.begin() + static_cast<std::ptrdiff_t>(axis), input.shape.end());
    for (size_t i = 1; i <= 2; ++i) {
        call.require(!call.has(i) || (call.type(i).number == input.number && elementsOf(call.shape(i)) == elementsOf(normalized)),
                     "input {} is {}, but {} is normalized", i + 1, call.has(i) ? call.type(i).text() : "",
                     shapeText(normalized));
    }
    TensorType statistics = input;
    std::fill(statistics.shape.begin() + static_cast<std::ptrdiff_t>(axis), statistics.shape.end(), 1);
    return {input, statistics, statistics};
}

void evaluateLayerNorm(const OperatorCall& call, std::span<Tensor> out)
{
    withReal(out[0].number(), [&]<class T>() {
        const auto lanes = static_cast<size_t>(out[1].size());
        const size_t size = lanes == 0 ? 0 : static_cast<size_t>(out[0].size()) / lanes;
        for (size_t lane = 0; size > 0 && lane < lanes; ++lane) {
            const auto from = call.value(0).as<T>().subspan(lane * size, size);
            const Spreading spreading(from, call.real("epsilon", 1e-5));
            out[1].as<T>()[lane] = static_cast<T>(spreading.mean);
            out[2].as<T>()[lane] = static_cast<T>(spreading.inverse);
            for (size_t i = 0; i < size; ++i) {
                const double normalized = (static_cast<double>(from[i]) - spreading.mean) * spreading.inverse;
                const double scale = static_cast<double>(call.value(1).as<T>()[i]);
                const double shift = call.has(2) ? static_cast<double>(call.value(2).as<T>()[i]) : 0;
                out[0].as<T>()[lane * size + i] = static_cast<T>(normalized * scale + shift);
            }
        }
    });
}

std::vector<TensorType> inferLrn(const OperatorCall& call)
{
    call.require(call.realType(0).shape.size() >= 2, "input 1 of shape {} has no channels", shapeText(call.shape(0)));
    call.require(call.integer("size", 0) >= 1, "attribute 'size' is {}, but must be 1 or more", call.integer("size", 0));
    for (const char* name : {"alpha", "beta", "bias"}) {
        (void)call.real(name, 1);
    }
    return {call.type(0)};
}

void evaluateLrn(const OperatorCall& call, std::span<Tensor> out)
{
    const int64_t width = std::min(call.integer("size", 1), 2 * call.shape(0)[1] + 1);
    const double alpha = call.real("alpha", 1e-4) / static_cast<double>(call.integer("size", 1));
    const double beta = call.real("beta", 0.75);
    const double bias = call.real("bias", 1);
    const int64_t channels = call.shape(0)[1];
    const auto size = elementsOf(Shape(call.shape(0).begin() + 2, call.shape(0).end()));
    withReal(out[0].number(), [&]<class T>() {
        const auto from = call.value(0).as<T>();
        for (int64_t i = 0; i < out[0].size(); ++i) {
            const int64_t c = i / size % channels;
            double sum = 0;
            for (int64_t near = std::max<int64_t>(0, c - (width - 1) / 2); near <= std::min(channels - 1, c + width / 2);
                 ++near) {
                const auto value = static_cast<double>(from[static_cast<size_t>(i + (near - c) * size)]);
                sum += value * value;
            }
            const auto at = static_cast<size_t>(i);
            out[0].as<T>()[at] = static_cast<T>(static_cast<double>(from[at]) / std::pow(bias + alpha * sum, beta));
        }
    });
}

} // namespace

std::vector<Operator> normalizationOperators()
{
    return {{"BatchNormalization", 5, 5, inferBatchNorm, evaluateBatchNorm},
            {"InstanceNormalization", 3, 3, inferInstanceNorm, evaluateInstanceNorm},
            {"LayerNormalization", 2, 3, inferLayerNorm, evaluateLayerNorm},
            {"LRN", 1, 1, inferLrn, evaluateLrn}};
}

} // namespace knobscope
