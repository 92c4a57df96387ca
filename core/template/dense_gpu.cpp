// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

#include <algorithm>

namespace knobscope {

namespace dense_gpu {

/// One block an output element; its threads share the reduction and add their parts across.
void scheduleSmall(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    StageRef out = s[e.output];
    const auto k = cfg.applySplit(out, out.reduceAxis(0), "tile_k");
    const ir::Tensor partial = s.rfactor(e.output, k[1]);
    out = s[e.output];
    const ir::IterVar part = out.reduceAxis(0);
    out.bind(out.axis(0), "blockIdx.y");
    out.bind(out.axis(1), "blockIdx.x");
    out.by("tile_k").bind(part, "threadIdx.x");
    s[partial].setScope(ir::Scope::Local);
    s[partial].computeAt(out, part);
}

Result<TemplateInstance> runSmall(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("dense_small_batch.gpu", args);
    const MatrixProduct p = readDense(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_k", p.k, 2);
    const MatrixExpression e = dense(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleSmall(s, cfg, e);
    const double parts = static_cast<double>(p.m) * static_cast<double>(p.n); // the first config's: one part is added
    return instance(cfg, std::move(s), p.plainFlops() + parts, p.plainFlops());
}

/// One operand of a block: rows over threads of y, columns in groups of four elements a thread of x.
void loadOperand(StageRef load, int64_t threads, const std::string& knob)
{
    const auto [row, rows] = load.by(knob).splitByParts(load.axis(0), threads);
    const auto [groups, group] = load.by(knob).split(load.axis(1), threads * 4);
    const auto [column, columns] = load.by(knob).splitByParts(group, threads);
    load.by(knob).bind(column, "threadIdx.x");
    load.by(knob).bind(row, "threadIdx.y");
    load.doubleBuffer();
}

void scheduleLarge(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
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

/// AutoTVM filters these knobs, but since v0.6 its filter on tile_k tests position 0, which is always -1, comes out empty, and
/// all three are declared again without filters.
Result<TemplateInstance> runLarge(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("dense_large_batch.gpu", args);
    const MatrixProduct p = readDense(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_x", p.m, 4);
    cfg.defineSplit("tile_y", p.n, 4);
    cfg.defineSplit("tile_k", p.k, 3);
    const MatrixExpression e = dense(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleLarge(s, cfg, e);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

KnobLaunch launchSmall(const ConfigQuestion& q)
{
    const auto* sizes = splitSizes(q.entity, "tile_k");
    KnobLaunch out;
    out.isKnown = sizes != nullptr;
    out.threads = sizes ? sizes->back() : 1;
    out.threadFactors = {{"tile_k", sizes ? static_cast<int>(sizes->size()) - 1 : -1, out.threads}};
    return out;
}

/// Each operand is loaded by as many threads in both directions as its own split has; a block is as wide as the wider.
KnobLaunch launchLarge(const ConfigQuestion& q)
{
    KnobLaunch out = splitLaunch(q, {"tile_x", "tile_y"});
    if (out.isKnown) {
        const int64_t wider = std::max(out.threadFactors[0].value, out.threadFactors[1].value);
        out.threads = wider * wider;
    }
    return out;
}

ConfigEntity fallbackSmall(const ConfigSpace& space, const TargetTraits&)
{
    const bool isLong = extentOf(space, "tile_k") > 64;
    return configWith(space, {{"tile_k", SplitEntity{{isLong ? -1 : 1, 64}}}});
}

ConfigEntity fallbackLarge(const ConfigSpace& space, const TargetTraits&)
{
    const auto tile = [&](const char* knob) {
        return extentOf(space, knob) > 1 ? SplitEntity{{-1, 2, 16, 2}} : SplitEntity{{1, 1, 1, 1}};
    };
    const bool isLong = extentOf(space, "tile_k") > 8;
    return configWith(space,
                      {{"tile_x", tile("tile_x")}, {"tile_y", tile("tile_y")}, {"tile_k", SplitEntity{{-1, isLong ? 8 : 1, 1}}}});
}

} // namespace dense_gpu

Template denseSmallBatchGpu()
{
    return {"dense_small_batch.gpu",
            "Dense layer on a GPU, one block an output",
            {"dense_small_batch.cuda"},
            true,
            dense_gpu::runSmall,
            dense_gpu::fallbackSmall,
            false,
            dense_gpu::launchSmall};
}

Template denseLargeBatchGpu()
{
    return {"dense_large_batch.gpu",
            "Dense layer on a GPU for batches of 32 and more",
            {"dense_large_batch.cuda"},
            true,
            dense_gpu::runLarge,
            dense_gpu::fallbackLarge,
            false,
            dense_gpu::launchLarge};
}

} // namespace knobscope
