// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

#include <algorithm>

namespace knobscope {

namespace dense_large_batch_gpu {

/// Loads one operand of a block: rows over threadIdx.y, columns in groups of four elements over threadIdx.x.
void loadOperand(StageRef load, int64_t threads, const std::string& knob)
{
    const auto [row, rows] = load.chosenBy(knob).splitByParts(load.axis(0), threads);
    const auto [groups, group] = load.chosenBy(knob).split(load.axis(1), threads * 4);
    const auto [column, columns] = load.chosenBy(knob).splitByParts(group, threads);
    load.chosenBy(knob).bind(column, "threadIdx.x");
    load.chosenBy(knob).bind(row, "threadIdx.y");
    load.doubleBuffer();
}

void schedule(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    const std::array readers{e.output};
    const ir::Tensor sharedA = s.cacheRead(e.a, ir::Scope::Shared, readers);
    const ir::Tensor sharedB = s.cacheRead(e.b, ir::Scope::Shared, readers);
    const ir::Tensor ownA = s.cacheRead(sharedA, ir::Scope::Local, readers);
    const ir::Tensor ownB = s.cacheRead(sharedB, ir::Scope::Local, readers);
    const ir::Tensor local = s.cacheWrite(e.output, ir::Scope::Local);

    StageRef out = s[e.output];
    const auto axes = out.axes();
    const GpuTile x = gpuTile(cfg, out, axes[0], "tile_x");
    const GpuTile y = gpuTile(cfg, out, axes[1], "tile_y");
    out.reorder({y.block, x.block, y.virtualThread, x.virtualThread, y.thread, x.thread, y.inner, x.inner});
    bindTile(out, y, 'y', "tile_y");
    bindTile(out, x, 'x', "tile_x");

    StageRef sum = s[local];
    sum.computeAt(out, x.thread);
    const auto own = sum.axes();
    const auto k = cfg.applySplit(sum, sum.reduceAxis(0), "tile_k");
    if (cfg.error() || k.size() != 3) {
        return;
    }
    sum.reorder({k[0], k[1], k[2], own[0], own[1]});
    sum.unroll(k[1]);
    for (const ir::Tensor& shared : {sharedA, sharedB}) {
        s[shared].computeAt(sum, k[0]);
    }
    for (const ir::Tensor& copy : {ownA, ownB}) {
        s[copy].computeAt(sum, k[1]);
    }
    loadOperand(s[sharedA], cfg.split("tile_x")[2], "tile_x");
    loadOperand(s[sharedB], cfg.split("tile_y")[2], "tile_y");
}

/// AutoTVM filters these knobs, but since v0.6 its filter on tile_k tests position 0, which is always -1. The list becomes empty,
/// and all three knobs are declared again without filters.
Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_x", phrase("output rows")}, p.m, 4);
    cfg.defineSplit({"tile_y", phrase("output columns")}, p.n, 4);
    cfg.defineSplit({"tile_k", phrase("terms of the sum")}, p.k, 3);
    const MatrixExpression e = dense(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    schedule(s, cfg, e);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    const auto tile = [&](const char* knob) {
        return extentOf(space, knob) > 1 ? SplitEntity{{-1, 2, 16, 2}} : SplitEntity{{1, 1, 1, 1}};
    };
    const bool isLong = extentOf(space, "tile_k") > 8;
    return configWith(space,
                      {{"tile_x", tile("tile_x")}, {"tile_y", tile("tile_y")}, {"tile_k", SplitEntity{{-1, isLong ? 8 : 1, 1}}}});
}

} // namespace dense_large_batch_gpu

Template denseLargeBatchGpu()
{
    return {.name = "dense_large_batch.gpu",
            .summary = "Dense layer on a GPU for batches of 32 or more",
            .aliases = {"dense_large_batch.cuda"},
            .isGpu = true,
            .run = runWith("dense_large_batch.gpu", readDense, dense_large_batch_gpu::run),
            .fallback = dense_large_batch_gpu::fallback,
            .computes = {{"dense", {"float32"}, nullptr, {}, 32}}};
}

} // namespace knobscope
