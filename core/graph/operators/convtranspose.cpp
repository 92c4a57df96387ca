// SPDX-License-Identifier: GPL-3.0-or-later
// Transposed convolutions: each input element adds a window of weights to the output.
#include "core/graph/operators/all.h"
#include "core/graph/operators/window.h"

#include <algorithm>

namespace knobscope {
namespace {

/// The window over the output, and the output's spatial extents.
struct Spread {
    Window window;
    Shape extents;
};

Spread spreadOf(const OperatorCall& call)
{
    const Shape spatial = spatialOf(call, 0);
    const size_t axes = spatial.size();
    Spread spread{Window::ofConv(call), {}};
    Window& window = spread.window;
    const std::vector<int64_t> more = call.integers("output_padding", std::vector<int64_t>(axes, 0));
    const std::vector<int64_t> wanted = call.integers("output_shape");
    const std::string automatic = call.text("auto_pad", "NOTSET");
    call.require(more.size() == axes && (wanted.empty() || wanted.size() == axes),
                 "attributes 'output_padding' and 'output_shape' must have {} numbers", axes);
    for (size_t axis = 0; axis < axes; ++axis) {
        call.require(more[axis] >= 0 && more[axis] < kMostElements && spatial[axis] >= 1,
                     "attribute 'output_padding' contains {}", more[axis]);
        const int64_t full = window.strides[axis] * (spatial[axis] - 1) + more[axis] + window.reach(axis);
        const bool isSame = automatic.starts_with("SAME");
        if (!wanted.empty() || isSame) {
            const int64_t extent = wanted.empty() ? spatial[axis] * window.strides[axis] : wanted[axis];
            const int64_t total = std::max<int64_t>(0, full - std::max<int64_t>(extent, 0));
            window.before[axis] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
            window.after[axis] = total - window.before[axis];
            spread.extents.push_back(extent);
        } else {
            spread.extents.push_back(full - window.before[axis] - window.after[axis]);
        }
        call.require(spread.extents[axis] >= 1, "the output's extent {} would be {}", axis + 3, spread.extents[axis]);
    }
    return spread;
}

std::vector<TensorType> inferConvTranspose(const OperatorCall& call)
{
    const Spread spread = spreadOf(call);
    const Shape& weights = call.shape(1);
    const int64_t channels = call.shape(0)[1];
    const int64_t groups = call.integer("group", 1);
    call.require(weights[0] == channels, "weights of shape {} do not match {} input channels", shapeText(weights), channels);
    call.require(groups >= 1 && channels % groups == 0 && weights[1] <= kMostElements / groups,
                 "attribute 'group' is {}, which does not divide {} input channels", groups, channels);
    return {convolvedType(call, weights[1] * groups, spread.extents)};
}

void evaluateConvTranspose(const OperatorCall& call, std::span<Tensor> out)
{
    const Spread spread = spreadOf(call);
    const Shape spatial = spatialOf(call, 0);
    const auto groups = static_cast<size_t>(call.integer("group", 1));
    const auto channels = static_cast<size_t>(call.shape(0)[1]);
    const auto perGroup = static_cast<size_t>(call.shape(1)[1]);
    const auto inSize = static_cast<size_t>(elementsOf(spatial));
    const auto outSize = static_cast<size_t>(elementsOf(spread.extents));
    const auto taps = static_cast<size_t>(elementsOf(spread.window.kernel));
    std::vector<WindowRun> runs;
    spread.window.eachRun(spread.extents, spatial, [&](const WindowRun& run) { runs.push_back(run); });
    withReal(out[0].number(), [&]<class T>() {
        const auto in = call.value(0).as<T>();
        const auto weights = call.value(1).as<T>();
        std::vector<double> to(out[0].as<T>().size());
        for (size_t i = 0; call.has(2) && i < to.size(); ++i) {
            to[i] = call.value(2).as<T>()[i / outSize % (perGroup * groups)];
        }
        const auto addWindows = [&](size_t plane, size_t outPlane, size_t firstWeight) {
            for (const WindowRun& run : runs) {
                const auto weight = static_cast<double>(weights[firstWeight + run.tap]);
                for (size_t i = 0; i < run.count; ++i) {
                    to[outPlane * outSize + run.source + i * run.step] +=
                        static_cast<double>(in[plane * inSize + run.position + i]) * weight;
                }
            }
        };
        for (size_t plane = 0; plane < static_cast<size_t>(call.shape(0)[0]) * channels; ++plane) {
            const size_t image = plane / channels;
            const size_t channel = plane % channels;
            const size_t group = channel / (channels / groups);
            for (size_t k = 0; k < perGroup; ++k) {
                addWindows(plane, (image * groups + group) * perGroup + k, (channel * perGroup + k) * taps);
            }
        }
        std::ranges::transform(to, out[0].as<T>().begin(), [](double sum) { return static_cast<T>(sum); });
    });
}

} // namespace

Window spreadingWindow(const OperatorCall& call)
{
    return spreadOf(call).window;
}

std::vector<Operator> convTransposeOperators()
{
    return {{"ConvTranspose", 2, 3, inferConvTranspose, evaluateConvTranspose, OperatorKind::Anchor}};
}

} // namespace knobscope
