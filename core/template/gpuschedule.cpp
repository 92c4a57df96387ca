// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/gpuschedule.h"

#include "core/template/padding.h"

#include <algorithm>
#include <iterator>

namespace knobscope {

GpuTile gpuTile(TemplateContext& cfg, StageRef stage, const ir::IterVar& axis, const std::string& knob)
{
    const auto parts = cfg.applySplit(stage, axis, knob);
    if (parts.size() != 4) {
        cfg.refuse(phrase("Knob {} needs four sizes", knob));
        return {};
    }
    return {parts[0], parts[1], parts[2], parts[3]};
}

void bindTile(StageRef stage, const GpuTile& tile, char dimension, const std::string& knob)
{
    stage.chosenBy(knob).bind(tile.block, fmt::format("blockIdx.{}", dimension));
    stage.chosenBy(knob).bind(tile.virtualThread, "vthread");
    stage.chosenBy(knob).bind(tile.thread, fmt::format("threadIdx.{}", dimension));
}

OutputLoops bindOutput(TemplateContext& cfg, StageRef out)
{
    const auto axes = out.axes();
    const auto [whole, batch] = out.splitByParts(axes[0], 1);
    GpuTile f = gpuTile(cfg, out, axes[1], "tile_f");
    const GpuTile y = gpuTile(cfg, out, axes[2], "tile_y");
    const GpuTile x = gpuTile(cfg, out, axes[3], "tile_x");
    f.block = out.fuse({batch, f.block});
    bindTile(out, f, 'z', "tile_f");
    bindTile(out, y, 'y', "tile_y");
    bindTile(out, x, 'x', "tile_x");
    out.reorder({f.block, y.block, x.block, f.virtualThread, y.virtualThread, x.virtualThread, f.thread, y.thread, x.thread,
                 f.inner, y.inner, x.inner});
    return {whole, x.block, x.thread};
}

void loadContiguous(TemplateContext& cfg, StageRef load, const std::vector<LoadPart>& parts)
{
    ir::IterVar rest = load.fuse(load.axes());
    for (const LoadPart& part : parts) {
        const auto [thread, run] = load.chosenBy(part.knob).splitByParts(rest, cfg.split(part.knob)[2]);
        load.chosenBy(part.knob).bind(thread, fmt::format("threadIdx.{}", part.dimension));
        rest = run;
    }
}

void loadInterleaved(TemplateContext& cfg, StageRef load, const std::vector<LoadPart>& parts)
{
    ir::IterVar rest = load.fuse(load.axes());
    for (const LoadPart& part : parts) {
        const auto [outer, thread] = load.chosenBy(part.knob).split(rest, cfg.split(part.knob)[2]);
        load.chosenBy(part.knob).bind(thread, fmt::format("threadIdx.{}", part.dimension));
        rest = outer;
    }
}

void pragmaUnroll(TemplateContext& cfg, StageRef stage, const ir::IterVar& axis)
{
    stage.chosenBy("auto_unroll_max_step").pragma(axis, "auto_unroll_max_step", cfg.number("auto_unroll_max_step"));
    stage.chosenBy("unroll_explicit").pragma(axis, "unroll_explicit", cfg.number("unroll_explicit"));
}

StagedConvolution stageThroughShared(Schedule& s, const Conv2dExpression& e, bool hasOwnCopies)
{
    inlinePadding(s, e.data, e.padded);
    StagedConvolution out;
    out.sum = s.cacheWrite(e.output, ir::Scope::Local);
    const std::array readers{out.sum};
    out.shared = {s.cacheRead(e.padded, ir::Scope::Shared, readers), s.cacheRead(e.kernel, ir::Scope::Shared, readers)};
    for (size_t i = 0; hasOwnCopies && i < out.shared.size(); ++i) {
        out.own[i] = s.cacheRead(out.shared[i], ir::Scope::Local, readers);
    }
    return out;
}

void declareDirectKnobs(TemplateContext& cfg, const Conv2d& conv, int64_t reduceParts)
{
    cfg.defineSplit({"tile_f", phrase("output channels")}, conv.k, 4);
    cfg.defineSplit({"tile_y", phrase("output rows")}, conv.oh(), 4);
    cfg.defineSplit({"tile_x", phrase("output columns")}, conv.ow(), 4);
    cfg.defineSplit({"tile_rc", phrase("input channels")}, conv.c, reduceParts);
    cfg.defineSplit({"tile_ry", phrase("window rows")}, conv.r, reduceParts);
    cfg.defineSplit({"tile_rx", phrase("window columns")}, conv.s, reduceParts);
    cfg.defineUnroll({0, 512, 1500});
}

void scheduleDirect(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e, const std::array<const char*, 3>& knobs,
                    bool hasOwnCopies)
{
    const StagedConvolution staged = stageThroughShared(s, e, hasOwnCopies);
    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(cfg, out);
    StageRef sum = s[staged.sum];
    sum.computeAt(out, loops.thread);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    std::array<std::vector<ir::IterVar>, 3> parts;
    for (size_t axis = 0; axis < parts.size(); ++axis) {
        parts[axis] = cfg.applySplit(sum, reduce[axis], knobs[axis]);
    }
    if (cfg.error()) {
        return;
    }
    std::vector<ir::IterVar> order;
    for (size_t level = 0; level < (hasOwnCopies ? 3 : 2); ++level) {
        std::ranges::transform(parts, std::back_inserter(order), [&](const auto& axis) { return axis[level]; });
    }
    order.insert(order.end(), own.begin(), own.end());
    sum.reorder(order);
    for (const ir::Tensor& shared : staged.shared) {
        s[shared].computeAt(sum, parts[2][0]);
        loadContiguous(cfg, s[shared], {{'z', "tile_f"}, {'y', "tile_y"}, {'x', "tile_x"}});
    }
    for (size_t i = 0; hasOwnCopies && i < staged.own.size(); ++i) {
        s[staged.own[i]].computeAt(sum, parts[2][1]);
    }
    pragmaUnroll(cfg, out, loops.whole);
}

ir::IterVar bindToBlocks(StageRef stage, const ir::IterVar& whole, int64_t threads)
{
    const auto [block, thread] = stage.split(whole, threads);
    stage.bind(block, "blockIdx.x");
    stage.bind(thread, "threadIdx.x");
    return thread;
}

void precomputePacking(StageRef packed, int64_t threads)
{
    packed.precompute();
    bindToBlocks(packed, packed.fuse(packed.axes()), threads);
}

} // namespace knobscope
