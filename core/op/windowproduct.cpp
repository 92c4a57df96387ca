// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/windowproduct.h"

namespace knobscope {

using ir::Expr;

ir::Tensor WindowProduct::input() const
{
    return layout == ImageLayout::Nchw ? ir::placeholder("data", {conv.n, conv.c, conv.h, conv.w}, conv.type)
                                       : ir::placeholder("data", {conv.n, conv.h, conv.w, conv.c}, conv.type);
}

ir::Tensor WindowProduct::kernel() const
{
    return layout == ImageLayout::Nchw ? ir::placeholder("kernel", {conv.k, conv.c, conv.r, conv.s}, conv.type)
                                       : ir::placeholder("kernel", {conv.r, conv.s, conv.c, conv.k}, conv.type);
}

ir::Tensor WindowProduct::windows(const ir::Tensor& data) const
{
    const int64_t pixels = conv.oh() * conv.ow();
    return ir::compute("windows", {conv.n, rows, conv.r, conv.s, channels}, [&](auto i) {
        const Expr y = ir::floorDiv(i[1], Expr(conv.ow())) * conv.stride[0] + Expr(i[2]) * conv.dilation[0] - conv.pad[0];
        const Expr x = ir::floorMod(i[1], Expr(conv.ow())) * conv.stride[1] + Expr(i[3]) * conv.dilation[1] - conv.pad[1];
        Expr inside = ir::trueExpr();
        const auto need = [&](bool isNeeded, const Expr& condition) { inside = isNeeded ? inside && condition : inside; };
        need(rows > pixels, Expr(i[1]) < Expr(pixels));
        need(channels > conv.c, Expr(i[4]) < Expr(conv.c));
        need(conv.pad[0] > 0, y >= Expr(0));
        need(conv.pad[2] > 0, y < Expr(conv.h));
        need(conv.pad[1] > 0, x >= Expr(0));
        need(conv.pad[3] > 0, x < Expr(conv.w));
        const Expr value = layout == ImageLayout::Nchw ? data({i[0], i[4], y, x}) : data({i[0], y, x, i[4]});
        return ir::select(inside, value, ir::constant(0, conv.type));
    });
}

ir::Tensor WindowProduct::packed(const ir::Tensor& kernel) const
{
    return ir::compute("packed", {filters, conv.r, conv.s, channels}, [&](auto i) {
        Expr inside = filters > conv.k ? Expr(i[0]) < Expr(conv.k) : ir::trueExpr();
        inside = channels > conv.c ? inside && Expr(i[3]) < Expr(conv.c) : inside;
        const Expr value = layout == ImageLayout::Nchw ? kernel({i[0], i[3], i[1], i[2]}) : kernel({i[1], i[2], i[3], i[0]});
        return ir::select(inside, value, ir::constant(0, conv.type));
    });
}

ir::Tensor WindowProduct::output(const ir::Tensor& sum) const
{
    const int64_t pixels = conv.oh() * conv.ow();
    if (layout == ImageLayout::Nchw) {
        return ir::compute("conv2d", {conv.n, conv.k, pixels},
                           [&](auto i) { return ir::cast(conv.outType, sum({i[0], i[2], i[1]})); }, {"n", "f", "yx"});
    }
    return ir::compute("conv2d", {conv.n, pixels, conv.k},
                       [&](auto i) { return ir::cast(conv.outType, sum({i[0], i[1], i[2]})); }, {"n", "yx", "f"});
}

} // namespace knobscope
