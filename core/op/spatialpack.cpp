// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/spatialpack.h"

namespace knobscope {

using ir::Expr;

SpatialPackExpression conv2dSpatialPack(const Conv2d& c, int64_t vc, int64_t vh, int64_t vw)
{
    SpatialPackExpression e;
    e.data = ir::placeholder("data", {c.n, c.c, c.h, c.w}, c.type);
    e.kernel = ir::placeholder("kernel_vec", {c.k / vc, c.c, c.r, c.s, vc}, c.kernelType);
    e.padded = ir::pad(e.data, {0, 0, c.pad[0], c.pad[1]}, {0, 0, c.pad[2], c.pad[3]}, "data_pad");
    const int64_t spanH = (vh - 1) * c.stride[0] + (c.r - 1) * c.dilation[0] + 1;
    const int64_t spanW = (vw - 1) * c.stride[1] + (c.s - 1) * c.dilation[1] + 1;
    e.tiles = ir::compute("data_vec", {c.n, c.oh() / vh, c.ow() / vw, c.c, spanH, spanW},
                          [&](auto i) {
                              return e.padded({i[0], i[3], Expr(i[1]) * (vh * c.stride[0]) + Expr(i[4]),
                                               Expr(i[2]) * (vw * c.stride[1]) + Expr(i[5])});
                          },
                          {"n", "h", "w", "ci", "vh", "vw"});
    const ir::DataType sums = ir::sumTypeOf(c.outType);
    const ir::IterVar ci = ir::reduceAxis("ci", c.c);
    const ir::IterVar kh = ir::reduceAxis("kh", c.r);
    const ir::IterVar kw = ir::reduceAxis("kw", c.s);
    e.conv = ir::compute("conv", {c.n, c.k / vc, c.oh() / vh, c.ow() / vw, vh, vw, vc},
                         [&](auto i) {
                             const Expr y = Expr(i[4]) * c.stride[0] + Expr(kh.var) * c.dilation[0];
                             const Expr x = Expr(i[5]) * c.stride[1] + Expr(kw.var) * c.dilation[1];
                             return ir::sum(ir::cast(sums, e.tiles({i[0], i[2], i[3], ci.var, y, x}))
                                                * ir::cast(sums, e.kernel({i[1], ci.var, kh.var, kw.var, i[6]})),
                                            {ci, kh, kw});
                         },
                         {"n", "co", "oh", "ow", "vh", "vw", "vc"});
    e.output = ir::compute("output_unpack", {c.n, c.k, c.oh(), c.ow()},
                           [&](auto i) {
                               const Expr sum =
                                   e.conv({i[0], ir::floorDiv(i[1], vc), ir::floorDiv(i[2], vh), ir::floorDiv(i[3], vw),
                                           ir::floorMod(i[2], vh), ir::floorMod(i[3], vw), ir::floorMod(i[1], vc)});
                               return ir::cast(c.outType, sum);
                           },
                           {"n", "co", "oh", "ow"});
    return e;
}

} // namespace knobscope
