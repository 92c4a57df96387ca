// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions over any number of axes.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"

#include <algorithm>
#include <utility>

namespace knobscope {
namespace {

std::vector<TensorType> inferConv(const OperatorCall& call)
{
    const Window window = Window::ofConv(call);
    const Shape& weights = call.shape(1);
    const int64_t channels = call.shape(0)[1];
    const int64_t groups = call.integer("group", 1);
    call.require(groups >= 1 && weights[0] % groups == 0, "attribute 'group' is {}, which does not divide {} output channels",
                 groups, weights[0]);
    call.require(channels / groups == weights[1] && channels % groups == 0,
                 "{} input channels in {} groups do not match weights of shape {}", channels, groups, shapeText(weights));
    return {convolvedType(call, weights[0], window.positions(call, spatialOf(call, 0)))};
}

/// to[i] += weight * from[i * step]. The hot loop: written so that compilers vectorize it.
template<class T>
void addScaled(T* __restrict to, const T* __restrict from, T weight, size_t count, size_t step)
{
    if (step == 1) {
        for (size_t i = 0; i < count; ++i) {
            to[i] += weight * from[i];
        }
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        to[i] += weight * from[i * step];
    }
}

template<class T>
void convolve(const OperatorCall& call, const Window& window, Tensor& out)
{
    const Shape extents = spatialOf(call, 0);
    const Shape positions(out.shape().begin() + 2, out.shape().end());
    const auto inSize = static_cast<size_t>(elementsOf(extents));
    const auto outSize = static_cast<size_t>(elementsOf(positions));
    const auto taps = static_cast<size_t>(elementsOf(window.kernel));
    const auto channels = static_cast<size_t>(call.shape(1)[1]);
    const auto outChannels = static_cast<size_t>(call.shape(1)[0]);
    const size_t perGroup = outChannels / static_cast<size_t>(call.integer("group", 1));
    const auto in = call.value(0).as<T>();
    const auto weights = call.value(1).as<T>();
    std::vector<WindowRun> runs;
    window.eachRun(extents, positions, [&](const WindowRun& run) { runs.push_back(run); });
    const auto imageChannels = static_cast<size_t>(call.shape(0)[1]);
    const auto planes = static_cast<int64_t>(static_cast<size_t>(out.shape()[0]) * outChannels);
    call.inParts(planes, static_cast<int64_t>(channels * taps * outSize), [&](int64_t begin, int64_t end) {
        for (auto outPlane = static_cast<size_t>(begin); outPlane < static_cast<size_t>(end); ++outPlane) {
            const size_t image = outPlane / outChannels;
            const size_t k = outPlane % outChannels;
            const auto to = out.as<T>().subspan(outPlane * outSize, outSize);
            std::fill(to.begin(), to.end(), call.has(2) ? call.value(2).as<T>()[k] : T{});
            BlockedSums<T> sums(to);
            for (size_t c = 0; c < channels; ++c) {
                const size_t plane = image * imageChannels + k / perGroup * channels + c;
                const T* const from = in.data() + plane * inSize;
                const T* const factors = weights.data() + (k * channels + c) * taps;
                size_t tap = taps; // none yet
                T* terms = nullptr;
                for (const WindowRun& run : runs) {
                    if (std::exchange(tap, run.tap) != run.tap) {
                        terms = sums.next().data();
                    }
                    addScaled(terms + run.position, from + run.source, factors[run.tap], run.count, run.step);
                }
            }
            sums.write(to);
        }
    });
}

void evaluateConv(const OperatorCall& call, std::span<Tensor> out)
{
    const Window window = Window::ofConv(call);
    withReal(out[0].number(), [&]<class T>() { convolve<T>(call, window, out[0]); });
}

} // namespace

std::vector<Operator> convOperators()
{
    return {{"Conv", 2, 3, inferConv, evaluateConv, OperatorKind::Anchor}};
}

} // namespace knobscope
