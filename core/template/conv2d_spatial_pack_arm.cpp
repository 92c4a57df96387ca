// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/conv2d.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace conv2d_spatial_pack_arm {

using ir::Expr;

/// Overlapping input tiles, filters in blocks of vc, the convolution over tiles, and the result put back.
struct SpatialPack {
    ir::Tensor data;
    ir::Tensor kernel;
    ir::Tensor padded;
    ir::Tensor tiles;
    ir::Tensor conv;
    ir::Tensor output;
};

SpatialPack express(const Conv2d& c, int64_t vc, int64_t vh, int64_t vw)
{
    SpatialPack e;
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
    const ir::IterVar ci = ir::reduceAxis("ci", c.c);
    const ir::IterVar kh = ir::reduceAxis("kh", c.r);
    const ir::IterVar kw = ir::reduceAxis("kw", c.s);
    e.conv = ir::compute("conv", {c.n, c.k / vc, c.oh() / vh, c.ow() / vw, vh, vw, vc},
                         [&](auto i) {
                             const Expr y = Expr(i[4]) * c.stride[0] + Expr(kh.var) * c.dilation[0];
                             const Expr x = Expr(i[5]) * c.stride[1] + Expr(kw.var) * c.dilation[1];
                             return ir::sum(ir::cast(c.outType, e.tiles({i[0], i[2], i[3], ci.var, y, x}))
                                                * ir::cast(c.outType, e.kernel({i[1], ci.var, kh.var, kw.var, i[6]})),
                                            {ci, kh, kw});
                         },
                         {"n", "co", "oh", "ow", "vh", "vw", "vc"});
    e.output = ir::compute("output_unpack", {c.n, c.k, c.oh(), c.ow()},
                           [&](auto i) {
                               return e.conv({i[0], ir::floorDiv(i[1], vc), ir::floorDiv(i[2], vh), ir::floorDiv(i[3], vw),
                                              ir::floorMod(i[2], vh), ir::floorMod(i[3], vw), ir::floorMod(i[1], vc)});
                           },
                           {"n", "co", "oh", "ow"});
    return e;
}

void schedule(Schedule& s, TemplateContext& cfg, const SpatialPack& e)
{
    StageRef conv = s[e.conv];
    const auto a = conv.axes();
    const auto r = conv.reduceAxes();
    const std::vector<ir::IterVar> loops{a[0], a[1], a[2], a[3], r[0], r[1], r[2], a[4], a[5], a[6]};
    std::vector<ir::IterVar> ordered;
    for (const int64_t position : cfg.order("reorder_0")) {
        ordered.push_back(loops[static_cast<size_t>(position) % loops.size()]);
    }
    conv.by("reorder_0").reorder(ordered);
    cfg.applyAnnotate(conv, {r[1], r[2]}, "ann_reduce");
    cfg.applyAnnotate(conv, {a[4], a[5], a[6]}, "ann_spatial");

    StageRef out = s[e.output];
    const auto o = out.axes();
    const auto co = cfg.applySplit(out, o[1], "tile_co");
    const auto oh = cfg.applySplit(out, o[2], "tile_oh");
    const auto ow = cfg.applySplit(out, o[3], "tile_ow");
    out.reorder({o[0], co[0], oh[0], ow[0], oh[1], ow[1], co[1]});
    conv.computeAt(out, ow[0]);
    out.vectorize(ow[1]);
    out.parallel(co[0]);
    if (!(e.padded == e.data)) {
        s[e.padded].computeInline();
    }
    s[e.tiles].parallel(s[e.tiles].axis(1));
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("conv2d_nchw_spatial_pack.arm_cpu", args);
    const Conv2d conv = readConv2d(reader, false);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_co", conv.k, 2);
    cfg.defineSplit("tile_oh", conv.oh(), 2);
    cfg.defineSplit("tile_ow", conv.ow(), 2);
    cfg.defineReorder("reorder_0", 10, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 2, 3, 4, 5, 6, 9, 7, 8}});
    cfg.defineAnnotate("ann_reduce", 2, "try_unroll");
    cfg.defineAnnotate("ann_spatial", 3, "try_unroll_vec");
    const int64_t vc = cfg.last("tile_co");
    const int64_t vh = cfg.last("tile_oh");
    const int64_t vw = cfg.last("tile_ow");
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    if (conv.k % vc != 0 || conv.oh() % vh != 0 || conv.ow() % vw != 0) {
        return fail(ErrorCode::InvalidArgument, "Knobs tile_co, tile_oh, tile_ow: tiles of {}x{}x{} do not divide {}x{}x{}", vc,
                    vh, vw, conv.k, conv.oh(), conv.ow());
    }
    const SpatialPack e = express(conv, vc, vh, vw);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    schedule(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

} // namespace conv2d_spatial_pack_arm

Template conv2dSpatialPackArm()
{
    return {.name = "conv2d_nchw_spatial_pack.arm_cpu",
            .summary = "Convolution for Arm CPUs: input rearranged into overlapping tiles",
            .run = conv2d_spatial_pack_arm::run,
            .untunedRank = 2};
}

} // namespace knobscope
