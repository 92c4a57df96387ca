// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/op/spatialpack.h"
#include "core/template/all.h"
#include "core/template/padding.h"

namespace knobscope {

namespace conv2d_spatial_pack_arm {

void schedule(Schedule& s, TemplateContext& cfg, const SpatialPackExpression& e)
{
    StageRef conv = s[e.conv];
    const auto a = conv.axes();
    const auto r = conv.reduceAxes();
    const std::vector<ir::IterVar> loops{a[0], a[1], a[2], a[3], r[0], r[1], r[2], a[4], a[5], a[6]};
    std::vector<ir::IterVar> ordered;
    for (const int64_t position : cfg.order("reorder_0")) {
        ordered.push_back(loops[static_cast<size_t>(position) % loops.size()]);
    }
    conv.chosenBy("reorder_0").reorder(ordered);
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
    inlinePadding(s, e.data, e.padded);
    s[e.tiles].parallel(s[e.tiles].axis(1));
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineSplit({"tile_co", phrase("output channels")}, conv.k, 2);
    cfg.defineSplit({"tile_oh", phrase("output rows")}, conv.oh(), 2);
    cfg.defineSplit({"tile_ow", phrase("output columns")}, conv.ow(), 2);
    cfg.defineReorder("reorder_0", 10, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 2, 3, 4, 5, 6, 9, 7, 8}});
    cfg.defineAnnotate("ann_reduce", 2, "try_unroll");
    cfg.defineAnnotate("ann_spatial", 3, "try_unroll_vec");
    const int64_t vc = cfg.innermost("tile_co");
    const int64_t vh = cfg.innermost("tile_oh");
    const int64_t vw = cfg.innermost("tile_ow");
    TRY(cfg.check());
    if (conv.k % vc != 0 || conv.oh() % vh != 0 || conv.ow() % vw != 0) {
        return fail(ErrorCode::InvalidArgument, "Knobs tile_co, tile_oh, tile_ow: tiles of {}x{}x{} do not divide {}x{}x{}", vc,
                    vh, vw, conv.k, conv.oh(), conv.ow());
    }
    const SpatialPackExpression e = conv2dSpatialPack(conv, vc, vh, vw);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    schedule(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

} // namespace conv2d_spatial_pack_arm

Template conv2dSpatialPackArm()
{
    return {.name = "conv2d_nchw_spatial_pack.arm_cpu",
            .summary = "Convolution for Arm CPUs: input rearranged into overlapping tiles",
            .run = runWith("conv2d_nchw_spatial_pack.arm_cpu", readPlainConv, conv2d_spatial_pack_arm::run),
            .computes = {{"conv2d"}},
            .cpus = Cpus::Arm,
            .untunedRank = 2};
}

} // namespace knobscope
