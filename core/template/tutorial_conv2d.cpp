// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace tutorial_conv2d {

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
        reader.refuse(phrase("the kernel is larger than the padded input"));
    }
    return conv;
}

/// Like conv2d_nchw.cuda, with copies in local memory between the shared ones and the sum. Applies the knobs tile_rx and tile_ry
/// crosswise, as the tutorial does.
void scheduleTutorial(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    const StagedConvolution staged = stageThroughShared(s, e, true);

    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(cfg, out);
    StageRef sum = s[staged.sum];
    sum.computeAt(out, loops.thread);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto rc = cfg.applySplit(sum, reduce[0], "tile_rc");
    const auto ry = cfg.applySplit(sum, reduce[1], "tile_rx");
    const auto rx = cfg.applySplit(sum, reduce[2], "tile_ry");
    if (cfg.error()) {
        return;
    }
    sum.reorder({rc[0], ry[0], rx[0], rc[1], ry[1], rx[1], rc[2], ry[2], rx[2], own[0], own[1], own[2], own[3]});

    for (const ir::Tensor& shared : staged.shared) {
        s[shared].computeAt(sum, rx[0]);
        loadContiguous(cfg, s[shared], {{'z', "tile_f"}, {'y', "tile_y"}, {'x', "tile_x"}});
    }
    for (const ir::Tensor& own : staged.own) {
        s[own].computeAt(sum, rx[1]);
    }
    pragmaUnroll(cfg, out, loops.whole);
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareDirectKnobs(cfg, conv, 3);
    const Conv2dExpression e = conv2dNchw(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleTutorial(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

} // namespace tutorial_conv2d

Template tutorialConv2dNoBatching()
{
    return {.name = "tutorial/conv2d_no_batching",
            .summary = "The tutorial's convolution on a GPU",
            .isGpu = true,
            .run = runWith("tutorial/conv2d_no_batching", tutorial_conv2d::readArguments, tutorial_conv2d::run),
            .fallback = firstCandidates};
}

} // namespace knobscope
