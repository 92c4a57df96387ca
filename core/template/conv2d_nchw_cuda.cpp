// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace {

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineSplit("tile_f", conv.k, 4);
    cfg.defineSplit("tile_y", conv.oh(), 4);
    cfg.defineSplit("tile_x", conv.ow(), 4);
    cfg.defineSplit("tile_rc", conv.c, 2);
    cfg.defineSplit("tile_ry", conv.r, 2);
    cfg.defineSplit("tile_rx", conv.s, 2);
    cfg.defineUnroll({0, 512, 1500});
}

/// Accumulated in a local tile; input and kernel come through shared memory, one part of the reduction at a time.
void scheduleDirect(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    inlinePadding(s, e);
    const ir::Tensor local = s.cacheWrite(e.output, ir::Scope::Local);
    const std::array readers{local};
    const ir::Tensor sharedData = s.cacheRead(e.padded, ir::Scope::Shared, readers);
    const ir::Tensor sharedKernel = s.cacheRead(e.kernel, ir::Scope::Shared, readers);

    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(s, cfg, out);

    StageRef sum = s[local];
    sum.computeAt(out, loops.thread);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto rc = cfg.applySplit(s, sum, reduce[0], "tile_rc");
    const auto ry = cfg.applySplit(s, sum, reduce[1], "tile_ry");
    const auto rx = cfg.applySplit(s, sum, reduce[2], "tile_rx");
    sum.reorder({rc[0], ry[0], rx[0], rc[1], ry[1], rx[1], own[0], own[1], own[2], own[3]});

    const std::vector<LoadPart> threads{{'z', "tile_f", cfg.split("tile_f")[2]},
                                        {'y', "tile_y", cfg.split("tile_y")[2]},
                                        {'x', "tile_x", cfg.split("tile_x")[2]}};
    for (const ir::Tensor& shared : {sharedData, sharedKernel}) {
        s[shared].computeAt(sum, rx[0]);
        loadInRuns(s, s[shared], threads);
    }
    pragmaUnroll(s, cfg, out, loops.whole);
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("conv2d_nchw.cuda", args);
    const Conv2d conv = readConv2d(reader, false);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareKnobs(cfg, conv);
    const Conv2dExpression e = conv2dNchw(conv);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.data, e.kernel});
    scheduleDirect(s, cfg, e);
    return gpuInstance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace

Template conv2dNchwCuda()
{
    return {"conv2d_nchw.cuda", "Direct convolution on a GPU, NCHW", {}, true, run, nullptr};
}

} // namespace knobscope
