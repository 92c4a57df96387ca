// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/nchwcschedule.h"

namespace knobscope {

namespace conv2d_nchwc_x86 {

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readConv2d(reader, false, true);
    reader.checkMaxCount(8);
    return conv;
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareChannelTiles(cfg, conv, SplitKnob::Policy::Verbose);
    declareWindowKnob(cfg, conv);
    const auto blocks = TRY(channelBlocks(cfg, conv));
    const Conv2dExpression e = conv2dNchwc(conv, blocks.in, blocks.out);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleTiles(s, cfg, conv, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const int64_t oc = fallbackSplit(extentOf(space, "tile_oc"), {-1, target.simdLanes}).back();
    return untunedTile(space, fallbackSplit(extentOf(space, "tile_ic"), {-1, oc}).back(), oc);
}

} // namespace conv2d_nchwc_x86

Template conv2dNchwcX86()
{
    return {.name = "conv2d_NCHWc.x86",
            .summary = "Convolution on x86 with channels in blocks: a register tile of columns by channels",
            .run = runWith("conv2d_NCHWc.x86", conv2d_nchwc_x86::readArguments, conv2d_nchwc_x86::run),
            .fallback = conv2d_nchwc_x86::fallback,
            .computes = {{"conv2d", {"float32", "bfloat16"}}},
            .untunedRank = 2};
}

} // namespace knobscope
