// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/implicitgemm.h"

#include "core/ir/integerdivision.h"

namespace knobscope {

using ir::Expr;
using ir::IterVar;

namespace {

/// Position of a tap: input channel, row and column of the filter.
struct Tap {
    Expr channel;
    Expr row;
    Expr column;
};

Tap tapOf(const Conv2d& conv, const Expr& k)
{
    if (conv.r == 1 && conv.s == 1) {
        return {k, Expr(0), Expr(0)};
    }
    const Expr place = ir::floorDiv(k, Expr(conv.c));
    return {ir::floorMod(k, Expr(conv.c)), ir::floorDiv(place, Expr(conv.s)), ir::floorMod(place, Expr(conv.s))};
}

/// The condition `index` < `extent` for an `index` in [0, `end`); the literal true if it always holds.
Expr isBelow(const Expr& index, int64_t extent, int64_t end)
{
    return end > extent ? index < Expr(extent) : ir::trueExpr();
}

/// Input index of a tap in one dimension, and the condition that it is inside the image.
struct Place {
    Expr index;
    Expr inside;
};

Place placeOf(const Expr& pixel, int64_t pixels, const Expr& tap, int64_t taps, int64_t stride, int64_t dilation, int64_t pad,
              int64_t extent)
{
    Place out;
    out.index = pixel * Expr(stride) + tap * Expr(dilation) - Expr(pad);
    const int64_t end = (pixels - 1) * stride + (taps - 1) * dilation - pad + 1;
    out.inside = (pad > 0 ? out.index >= Expr(0) : ir::trueExpr()) && isBelow(out.index, extent, end);
    return out;
}

Expr columnValue(const Conv2d& conv, const ir::Tensor& data, const Expr& k, const Expr& p, int64_t taps, int64_t pixels)
{
    const int64_t image = conv.oh() * conv.ow();
    const Tap tap = tapOf(conv, k);
    const Expr inImage = conv.n == 1 ? p : ir::floorMod(p, Expr(image));
    const Place y = placeOf(ir::floorDiv(inImage, Expr(conv.ow())), conv.oh(), tap.row, conv.r, conv.stride[0], conv.dilation[0],
                            conv.pad[0], conv.h);
    const Place x = placeOf(ir::floorMod(inImage, Expr(conv.ow())), conv.ow(), tap.column, conv.s, conv.stride[1],
                            conv.dilation[1], conv.pad[1], conv.w);
    const Expr inside = isBelow(k, conv.c * conv.r * conv.s, taps) && isBelow(p, conv.n * image, pixels) && y.inside && x.inside;
    const Expr value = data({conv.n == 1 ? Expr(0) : ir::floorDiv(p, Expr(image)), tap.channel, y.index, x.index});
    return ir::isTrue(inside) ? value : ir::select(inside, value, ir::constant(0, conv.type));
}

} // namespace

ImplicitGemmExpression conv2dImplicitGemm(const Conv2d& conv, const GemmTiles& tiles)
{
    const int64_t taps = ir::roundedUp(conv.c * conv.r * conv.s, tiles.step * tiles.parts);
    const int64_t filters = ir::roundedUp(conv.k, tiles.filters);
    const int64_t pixels = ir::roundedUp(conv.n * conv.oh() * conv.ow(), tiles.pixels);
    ImplicitGemmExpression e;
    e.data = ir::placeholder("data", {conv.n, conv.c, conv.h, conv.w}, conv.type);
    e.kernel = ir::placeholder("kernel", {conv.k, conv.c, conv.r, conv.s}, conv.kernelType);
    e.packed = ir::compute("packed", {taps, filters},
                           [&](auto i) {
                               const Tap tap = tapOf(conv, i[0]);
                               const Expr inside =
                                   isBelow(i[0], conv.c * conv.r * conv.s, taps) && isBelow(i[1], conv.k, filters);
                               const Expr value = e.kernel({i[1], tap.channel, tap.row, tap.column});
                               return ir::isTrue(inside) ? value : ir::select(inside, value, ir::constant(0, conv.kernelType));
                           },
                           {"k", "f"});
    e.columns = ir::compute("columns", {taps, pixels},
                            [&](auto i) { return columnValue(conv, e.data, i[0], i[1], taps, pixels); }, {"k", "p"});
    const IterVar k = ir::reduceAxis("k", taps / tiles.parts);
    e.product = ir::compute(
        "product", {tiles.parts, filters, pixels},
        [&](auto i) {
            const Expr tap = Expr(i[0]) * Expr(k.extent) + Expr(k.var);
            return ir::sum(ir::cast(conv.outType, e.packed({tap, i[1]})) * ir::cast(conv.outType, e.columns({tap, i[2]})), {k});
        },
        {"z", "f", "p"});
    const IterVar z = ir::reduceAxis("z", tiles.parts);
    e.output = ir::compute("conv2d", {conv.n, conv.k, conv.oh(), conv.ow()},
                           [&](auto i) {
                               const Expr pixel = (Expr(i[0]) * Expr(conv.oh()) + Expr(i[2])) * Expr(conv.ow()) + Expr(i[3]);
                               return tiles.parts == 1 ? e.product({Expr(0), i[1], pixel})
                                                       : ir::sum(e.product({z.var, i[1], pixel}), {z});
                           },
                           {"n", "f", "y", "x"});
    return e;
}

} // namespace knobscope
