// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/resize.h"
#include "core/runtime/definition.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

using ir::Expr;

/// Maps position p on the new axis to (slope * p + shift) / unit on the old axis, which has this extent.
struct Ratio {
    size_t axis = 0;
    int64_t slope = 1, shift = 0, unit = 1, extent = 1;
};

/// Returns nullopt if the taps of the axis do not follow a ratio of the extents.
std::optional<Ratio> ratioOf(const std::string& how, size_t axis, int64_t from, int64_t to, const std::vector<ResizeTap>& taps)
{
    Ratio ratio{axis, 2 * from, from - to, 2 * to, from}; // (p + 1/2) * from / to - 1/2
    if (how == "asymmetric") {
        ratio = {axis, from, 0, to, from};
    } else if (how == "align_corners") {
        ratio = {axis, from - 1, 0, std::max<int64_t>(1, to - 1), from};
    }
    for (int64_t place = 0; place < to; ++place) {
        const int64_t at = ratio.slope * place + ratio.shift;
        const auto low = static_cast<int64_t>(std::floor(static_cast<double>(at) / static_cast<double>(ratio.unit)));
        const double share = static_cast<double>(at - low * ratio.unit) / static_cast<double>(ratio.unit);
        const ResizeTap& tap = taps[static_cast<size_t>(place)];
        const int64_t next = share == 0 ? low : low + 1;
        if (tap.first != std::clamp<int64_t>(low, 0, from - 1) || tap.second != std::clamp<int64_t>(next, 0, from - 1)
            || std::abs(tap.share - share) > 1e-9) {
            return std::nullopt;
        }
    }
    return ratio;
}

/// Interpolates between neighbouring elements along these axes, one after the other.
Expr between(const Element& input, std::vector<Expr> at, std::span<const Ratio> ratios)
{
    if (ratios.empty()) {
        return input(at);
    }
    const Ratio& ratio = ratios.front();
    const Expr along = at[ratio.axis] * ratio.slope + ratio.shift;
    const Expr low = ir::floorDiv(along, Expr(ratio.unit));
    const Expr parts = ir::floorMod(along, Expr(ratio.unit));
    const Expr share = ir::cast(ir::float32, parts) * ir::constant(1.0 / static_cast<double>(ratio.unit), ir::float32);
    const auto within = [&](const Expr& place) { return ir::max(ir::min(place, Expr(ratio.extent - 1)), Expr(int64_t{0})); };
    at[ratio.axis] = within(low);
    const Expr first = between(input, at, ratios.subspan(1));
    at[ratio.axis] = within(low + 1);
    const Expr second = between(input, at, ratios.subspan(1));
    // Not first + (second - first) * share, which is NaN between equal infinities; and 0 times an infinite neighbour is NaN.
    return ir::select(parts == Expr(int64_t{0}), first, first * (ir::constant(1, ir::float32) - share) + second * share);
}

} // namespace

std::optional<Definition> defineResize(const OperatorCall& call, const std::vector<Element>& inputs, const Shape& output)
{
    if (call.op() != "Resize" || call.text("mode", "nearest") != "linear" || call.integer("antialias", 0) != 0) {
        return std::nullopt;
    }
    const std::vector<std::vector<ResizeTap>> taps = resizeTaps(call);
    std::vector<Ratio> ratios;
    for (size_t axis = 0; axis < output.size(); ++axis) {
        if (taps[axis].empty()) {
            continue;
        }
        const auto ratio = ratioOf(call.text("coordinate_transformation_mode", "half_pixel"), axis, call.shape(0)[axis],
                                   output[axis], taps[axis]);
        if (!ratio) {
            return std::nullopt;
        }
        ratios.push_back(*ratio);
    }
    const Element element = [=, input = inputs[0]](std::span<const Expr> at) {
        return between(input, std::vector<Expr>(at.begin(), at.end()), ratios);
    };
    return Definition{element, nullptr, false};
}

} // namespace knobscope
