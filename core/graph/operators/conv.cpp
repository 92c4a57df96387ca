// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions over any number of axes.
#include "core/graph/numbers.h"
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"
#include "core/graph/stridedwalk.h"

#include <algorithm>

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

/// to[i] += weight * from[i * stride]. The hot loop: written so that compilers vectorize it.
template<class T>
void addScaled(T* __restrict to, const T* __restrict from, T weight, int64_t count, int64_t stride)
{
    if (stride == 1) {
        for (int64_t i = 0; i < count; ++i) {
            to[i] += weight * from[i];
        }
        return;
    }
    for (int64_t i = 0; i < count; ++i) {
        to[i] += weight * from[i * stride];
    }
}

/// Adds an input channel times one tap of the window to an output channel.
template<class T>
void addTap(const Window& window, const Shape& tap, T weight, std::span<const T> in, const Shape& inExtents,
            const std::vector<int64_t>& inStrides, std::span<T> out, const Shape& outExtents)
{
    const size_t last = outExtents.size() - 1;
    const auto [begin, end] =
        insideRange(window.source(last, 0, tap[last]), window.strides[last], outExtents[last], inExtents[last]);
    const Shape rows(outExtents.begin(), outExtents.end() - 1);
    size_t row = 0;
    for (StridedWalk<0> walk(rows, {}); !walk.isAtEnd(); walk.step(), ++row) {
        int64_t source = window.source(last, 0, tap[last]);
        bool isInside = true;
        for (size_t axis = 0; axis < last; ++axis) {
            const int64_t at = window.source(axis, walk.position()[axis], tap[axis]);
            isInside = isInside && at >= 0 && at < inExtents[axis];
            source += at * inStrides[axis];
        }
        if (isInside && begin < end) {
            addScaled(out.data() + static_cast<int64_t>(row) * outExtents[last] + begin,
                      in.data() + source + begin * window.strides[last], weight, end - begin, window.strides[last]);
        }
    }
}

template<class T>
void convolve(const OperatorCall& call, const Window& window, Tensor& out)
{
    const Shape inExtents = spatialOf(call, 0);
    const Shape outExtents(out.shape().begin() + 2, out.shape().end());
    const std::vector<int64_t> inStrides = stridesOf(inExtents);
    const Shape& weightShape = call.shape(1);
    const auto inSize = static_cast<size_t>(elementsOf(inExtents));
    const auto outSize = static_cast<size_t>(elementsOf(outExtents));
    const auto channels = static_cast<size_t>(weightShape[1]);
    const auto outChannels = static_cast<size_t>(weightShape[0]);
    const size_t perGroup = outChannels / static_cast<size_t>(call.integer("group", 1));
    const auto in = call.value(0).as<T>();
    const auto weights = call.value(1).as<T>();
    for (size_t image = 0; image < static_cast<size_t>(out.shape()[0]); ++image) {
        for (size_t k = 0; k < outChannels; ++k) {
            const auto to = out.as<T>().subspan((image * outChannels + k) * outSize, outSize);
            std::fill(to.begin(), to.end(), call.has(2) ? call.value(2).as<T>()[k] : T{});
            BlockedSums<T> sums(to);
            for (size_t c = 0; c < channels; ++c) {
                const size_t plane = image * static_cast<size_t>(call.shape(0)[1]) + k / perGroup * channels + c;
                size_t weight = (k * channels + c) * static_cast<size_t>(elementsOf(window.kernel));
                for (StridedWalk<0> tap(window.kernel, {}); !tap.isAtEnd(); tap.step(), ++weight) {
                    addTap(window, tap.position(), weights[weight], in.subspan(plane * inSize, inSize), inExtents, inStrides,
                           sums.next(), outExtents);
                }
            }
            sums.write(to);
        }
    }
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
