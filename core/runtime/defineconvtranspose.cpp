// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/window.h"
#include "core/runtime/definition.h"

#include <algorithm>

namespace knobscope {
namespace {

using ir::Expr;
using ir::IterVar;

} // namespace

std::optional<Definition> defineConvTranspose(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output)
{
    if (call.op() != "ConvTranspose") {
        return std::nullopt;
    }
    const Window window = spreadingWindow(call);
    const Shape spatial = spatialOf(call, 0);
    if (std::ranges::count(window.dilations, 1) < std::ranges::ssize(window.dilations)) {
        return std::nullopt;
    }
    const int64_t groups = call.integer("group", 1);
    const int64_t channels = call.shape(0)[1] / groups;
    const int64_t perGroup = call.shape(1)[1];
    const Element sum = [=, data = inputs[0], weights = inputs[1]](std::span<const Expr> at) {
        const IterVar rc = ir::reduceAxis("rc", channels);
        const Expr channel = groups == 1 ? Expr(rc.var) : ir::floorDiv(at[1], Expr(perGroup)) * channels + Expr(rc.var);
        std::vector<IterVar> axes{rc};
        std::vector<Expr> from{at[0], channel};
        std::vector<Expr> weightAt{channel, groups == 1 ? at[1] : ir::floorMod(at[1], Expr(perGroup))};
        Expr isInside = ir::trueExpr();
        for (size_t axis = 0; axis < spatial.size(); ++axis) {
            // Element t of the window at i is added at i * stride - before + t, so the output position fixes t modulo the stride.
            const int64_t stride = window.strides[axis];
            const int64_t kernel = window.kernel[axis];
            const int64_t reaching = (kernel + stride - 1) / stride;
            axes.push_back(ir::reduceAxis(fmt::format("r{}", axis), reaching));
            const Expr place = at[axis + 2] + window.before[axis];
            const Expr tap =
                stride == 1 ? Expr(axes.back().var) : ir::floorMod(place, Expr(stride)) + Expr(axes.back().var) * stride;
            const Expr source = ir::floorDiv(place, Expr(stride)) - Expr(axes.back().var);
            if (kernel % stride != 0) {
                isInside = isInside && tap < Expr(kernel);
            }
            if (window.before[axis] / stride < reaching - 1) {
                isInside = isInside && source >= Expr(int64_t{0});
            }
            if ((output[axis + 2] - 1 + window.before[axis]) / stride >= spatial[axis]) {
                isInside = isInside && source < Expr(spatial[axis]);
            }
            from.push_back(source);
            weightAt.push_back(tap);
        }
        const Expr value = data(from) * weights(weightAt);
        return longSum(ir::isTrue(isInside) ? value : ir::select(isInside, value, ir::constant(0, ir::float32)), axes,
                       kLongestProductSum);
    };
    return withChannelBias(sum, inputs);
}

} // namespace knobscope
