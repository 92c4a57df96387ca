// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace dense_pack_x86 {

void schedule(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto y = cfg.applySplit(out, axes[0], "tile_y");
    const auto x = cfg.applySplit(out, axes[1], "tile_x");
    out.reorder({x[0], y[0], y[1], x[1], y[2], x[2]});
    out.parallel(out.fuse({x[0], y[0]}));
    const ir::IterVar middle = out.fuse({y[1], x[1]});
    out.unroll(y[2]);
    out.vectorize(x[2]);

    StageRef sum = s[tile];
    sum.computeAt(out, middle);
    const auto own = sum.axes();
    const auto k = cfg.applySplit(sum, sum.reduceAxis(0), "tile_k");
    sum.reorder({k[0], k[1], own[0], own[1]});
    sum.chosenBy("tile_x").vectorize(own[1]); // the innermost part of tile_x is the extent of this axis
    const int64_t inner = cfg.innermost("tile_inner");
    if (inner > 1) {
        const auto [groups, row] = sum.chosenBy("tile_inner").split(own[0], inner);
        sum.chosenBy("tile_inner").reorder({k[0], groups, k[1], row, own[1]});
        sum.chosenBy("tile_inner").unroll(groups);
        sum.unrollAll({k[1], row});
    } else {
        sum.unroll(k[1]);
        sum.chosenBy("tile_y").unroll(own[0]);
    }
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_y", phrase("output rows")}, p.m, 3);
    cfg.defineSplit({"tile_x", phrase("output columns")}, p.n, 3);
    cfg.defineSplit({"tile_k", phrase("terms of the sum")}, p.k, 2);
    cfg.defineSplit("tile_inner", p.m, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {16}, {}}});
    const int64_t block = cfg.innermost("tile_x");
    TRY(cfg.check());
    if (p.n % block != 0) {
        return fail(ErrorCode::InvalidArgument, "Knob tile_x: a weight block of {} does not divide {} features", block, p.n);
    }
    const MatrixExpression e = densePacked(p, block);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    schedule(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), p.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space,
                      {{"tile_y", SplitEntity{fallbackSplit(extentOf(space, "tile_y"), {-1, 1, 16})}},
                       {"tile_x", SplitEntity{fallbackSplit(extentOf(space, "tile_x"), {-1, 1, int64_t{2} * target.simdLanes})}},
                       {"tile_k", SplitEntity{fallbackSplit(extentOf(space, "tile_k"), {-1, 1})}},
                       {"tile_inner", SplitEntity{fallbackSplit(extentOf(space, "tile_inner"), {-1, 8})}}});
}

} // namespace dense_pack_x86

Template densePackX86()
{
    return {.name = "dense_pack.x86",
            .summary = "Dense layer on x86 with the weights packed into blocks of columns",
            .run = runWith("dense_pack.x86", readDense, dense_pack_x86::run),
            .fallback = dense_pack_x86::fallback,
            .computes = {{"dense", {"float32", "int8", "bfloat16"}}},
            .cpus = Cpus::All,
            .untunedRank = 2};
}

} // namespace knobscope
