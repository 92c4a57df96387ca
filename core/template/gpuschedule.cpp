// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/gpuschedule.h"

namespace knobscope {

GpuTile gpuTile(Schedule& s, TemplateContext& cfg, StageRef stage, const ir::IterVar& axis, const std::string& knob)
{
    const auto parts = cfg.applySplit(s, stage, axis, knob);
    if (parts.size() != 4) {
        cfg.refuse(Error{ErrorCode::InvalidArgument, fmt::format("Knob {} needs four sizes", knob)});
        return {};
    }
    return {parts[0], parts[1], parts[2], parts[3]};
}

void bindTile(Schedule& s, StageRef stage, const GpuTile& tile, char dimension, const std::string& knob)
{
    s.setKnob(knob);
    stage.bind(tile.block, fmt::format("blockIdx.{}", dimension));
    stage.bind(tile.virtualThread, "vthread");
    stage.bind(tile.thread, fmt::format("threadIdx.{}", dimension));
    s.setKnob({});
}

OutputLoops bindOutput(Schedule& s, TemplateContext& cfg, StageRef out)
{
    const auto axes = out.axes();
    const auto [whole, batch] = out.splitByParts(axes[0], 1);
    GpuTile f = gpuTile(s, cfg, out, axes[1], "tile_f");
    const GpuTile y = gpuTile(s, cfg, out, axes[2], "tile_y");
    const GpuTile x = gpuTile(s, cfg, out, axes[3], "tile_x");
    f.block = out.fuse({batch, f.block});
    bindTile(s, out, f, 'z', "tile_f");
    bindTile(s, out, y, 'y', "tile_y");
    bindTile(s, out, x, 'x', "tile_x");
    out.reorder({f.block, y.block, x.block, f.virtualThread, y.virtualThread, x.virtualThread, f.thread, y.thread, x.thread,
                 f.inner, y.inner, x.inner});
    return {whole, x.block, x.thread};
}

void loadInRuns(Schedule& s, StageRef load, const std::vector<LoadPart>& parts)
{
    ir::IterVar rest = load.fuse(load.axes());
    for (const LoadPart& part : parts) {
        s.setKnob(part.knob);
        const auto [thread, run] = load.splitByParts(rest, part.threads);
        load.bind(thread, fmt::format("threadIdx.{}", part.dimension));
        rest = run;
    }
    s.setKnob({});
}

void loadInterleaved(Schedule& s, StageRef load, const std::vector<LoadPart>& parts)
{
    ir::IterVar rest = load.fuse(load.axes());
    for (const LoadPart& part : parts) {
        s.setKnob(part.knob);
        const auto [outer, thread] = load.split(rest, part.threads);
        load.bind(thread, fmt::format("threadIdx.{}", part.dimension));
        rest = outer;
    }
    s.setKnob({});
}

void pragmaUnroll(Schedule& s, TemplateContext& cfg, StageRef stage, const ir::IterVar& axis)
{
    s.setKnob("auto_unroll_max_step");
    stage.pragma(axis, "auto_unroll_max_step", cfg.number("auto_unroll_max_step"));
    s.setKnob("unroll_explicit");
    stage.pragma(axis, "unroll_explicit", cfg.number("unroll_explicit"));
    s.setKnob({});
}

void inlinePadding(Schedule& s, const Conv2dExpression& e)
{
    if (!(e.padded == e.data)) {
        s[e.padded].computeInline();
    }
}

Result<TemplateInstance> gpuInstance(TemplateContext& cfg, Schedule s, double autotvmFlops, double plainFlops)
{
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    return TemplateInstance{std::move(s), autotvmFlops, plainFlops};
}

} // namespace knobscope
