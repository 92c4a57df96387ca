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

/// Like conv2d_nchw.cuda, with copies in local memory. Applies the knobs tile_rx and tile_ry crosswise, as the tutorial does.
Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareDirectKnobs(cfg, conv, 3);
    const Conv2dExpression e = conv2dNchw(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleDirect(s, cfg, e, {"tile_rc", "tile_rx", "tile_ry"}, true);
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
