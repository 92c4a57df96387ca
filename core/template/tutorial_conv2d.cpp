// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace {

/// N, H, W, CO, CI, KH, KW, stride, padding
Conv2d readArguments(ArgumentReader& reader)
{
    constexpr int64_t most = 1 << 20;
    Conv2d conv;
    conv.n = reader.integer(0, "N", 1, 1);
    conv.h = reader.integer(1, "H", 1, most);
    conv.w = reader.integer(2, "W", 1, most);
    conv.k = reader.integer(3, "CO", 1, most);
    conv.c = reader.integer(4, "CI", 1, most);
    conv.r = reader.integer(5, "KH", 1, most);
    conv.s = reader.integer(6, "KW", 1, most);
    conv.stride = reader.pair(7, "stride", 1, most);
    conv.pad = reader.padding(8);
    if (conv.oh() < 1 || conv.ow() < 1) {
        reader.refuse("the kernel is larger than the padded input");
    }
    return conv;
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineSplit("tile_f", conv.k, 4);
    cfg.defineSplit("tile_y", conv.oh(), 4);
    cfg.defineSplit("tile_x", conv.ow(), 4);
    cfg.defineSplit("tile_rc", conv.c, 3);
    cfg.defineSplit("tile_ry", conv.r, 3);
    cfg.defineSplit("tile_rx", conv.s, 3);
    cfg.defineUnroll({0, 512, 1500});
}

/// As conv2d_nchw.cuda, with copies in local memory between the shared ones and the sum. The knobs tile_rx and tile_ry are
/// applied crosswise, as the tutorial does.
void scheduleTutorial(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    inlinePadding(s, e);
    const ir::Tensor local = s.cacheWrite(e.output, ir::Scope::Local);
    const std::array readers{local};
    const ir::Tensor sharedData = s.cacheRead(e.padded, ir::Scope::Shared, readers);
    const ir::Tensor sharedKernel = s.cacheRead(e.kernel, ir::Scope::Shared, readers);
    const ir::Tensor ownData = s.cacheRead(sharedData, ir::Scope::Local, readers);
    const ir::Tensor ownKernel = s.cacheRead(sharedKernel, ir::Scope::Local, readers);

    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(s, cfg, out);
    StageRef sum = s[local];
    sum.computeAt(out, loops.thread);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto rc = cfg.applySplit(s, sum, reduce[0], "tile_rc");
    const auto ry = cfg.applySplit(s, sum, reduce[1], "tile_rx");
    const auto rx = cfg.applySplit(s, sum, reduce[2], "tile_ry");
    if (cfg.error()) {
        return;
    }
    sum.reorder({rc[0], ry[0], rx[0], rc[1], ry[1], rx[1], rc[2], ry[2], rx[2], own[0], own[1], own[2], own[3]});

    const std::vector<LoadPart> threads{{'z', "tile_f", cfg.split("tile_f")[2]},
                                        {'y', "tile_y", cfg.split("tile_y")[2]},
                                        {'x', "tile_x", cfg.split("tile_x")[2]}};
    for (const ir::Tensor& shared : {sharedData, sharedKernel}) {
        s[shared].computeAt(sum, rx[0]);
        loadInRuns(s, s[shared], threads);
    }
    s[ownData].computeAt(sum, rx[1]);
    s[ownKernel].computeAt(sum, rx[1]);
    pragmaUnroll(s, cfg, out, loops.whole);
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("tutorial/conv2d_no_batching", args);
    const Conv2d conv = readArguments(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareKnobs(cfg, conv);
    const Conv2dExpression e = conv2dNchw(conv);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.data, e.kernel});
    const double flops = autotvmFlops(e.output);
    scheduleTutorial(s, cfg, e);
    return gpuInstance(cfg, std::move(s), flops, conv.plainFlops());
}

} // namespace

Template tutorialConv2dNoBatching()
{
    return {"tutorial/conv2d_no_batching", "The tutorial's convolution on a GPU", {}, true, run, firstCandidates};
}

} // namespace knobscope
