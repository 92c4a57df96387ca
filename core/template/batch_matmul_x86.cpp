// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

#include <algorithm>

namespace knobscope {

namespace batch_matmul_x86 {

constexpr int64_t kUnrollLimit = 16; // fixed by AutoTVM's template, not a knob

void schedule(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto y = cfg.applySplit(out, axes[1], "tile_y");
    const auto x = cfg.applySplit(out, axes[2], "tile_x");
    out.reorder({axes[0], y[0], x[0], y[1], x[1]});
    const ir::IterVar tiles = out.fuse({axes[0], y[0], x[0]});
    out.parallel(tiles);
    out.pragma(tiles, "auto_unroll_max_step", kUnrollLimit);

    s[tile].computeAt(out, tiles);
    const auto k = cfg.applySplit(s[tile], s[tile].reduceAxis(0), "tile_k");
    const ir::Tensor partial = s.rfactor(tile, k[1]);
    StageRef sums = s[partial];
    sums.setScope(ir::Scope::Local);
    sums.computeAt(s[tile], s[tile].axis(0));
    const auto own = sums.axes();
    const ir::IterVar cells = sums.fuse({own[2], own[3]});
    sums.reorder({own[1], sums.reduceAxis(0), cells, own[0]});
    sums.chosenBy("tile_k").vectorize(own[0]);
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_y", phrase("output rows")}, p.m, 2);
    cfg.defineSplit({"tile_x", phrase("output columns")}, p.n, 2);
    cfg.defineSplit({"tile_k", phrase("terms of the sum")}, p.k, 2);
    const MatrixExpression e = batchMatmul(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    schedule(s, cfg, e);
    // AutoTVM counts the factored reduction of the first config, which has one lane and so one addition per output.
    return instance(cfg, std::move(s), autotvmFlops(e.output) + static_cast<double>(e.output.elements()), p.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    const auto powerOfTwo = [](int64_t of) {
        int64_t best = 1;
        while (best < 8 && of % (best * 2) == 0) {
            best *= 2;
        }
        return best;
    };
    return configWith(space, {{"tile_y", SplitEntity{{-1, powerOfTwo(extentOf(space, "tile_y"))}}},
                              {"tile_x", SplitEntity{{-1, powerOfTwo(extentOf(space, "tile_x"))}}},
                              {"tile_k", SplitEntity{fallbackSplit(extentOf(space, "tile_k"), {-1, 16})}}});
}

} // namespace batch_matmul_x86

Template batchMatmulX86()
{
    return {.name = "batch_matmul.x86",
            .summary = "Batched matrix product on x86 with vector partial sums",
            .run = runWith("batch_matmul.x86", readBatchMatmul, batch_matmul_x86::run),
            .fallback = batch_matmul_x86::fallback,
            .computes = {{"batch_matmul"}}};
}

} // namespace knobscope
