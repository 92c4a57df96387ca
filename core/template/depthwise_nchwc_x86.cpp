// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/nchwcschedule.h"

namespace knobscope {

namespace depthwise_nchwc_x86 {

/// One channel block at a time, over the window.
void schedule(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    StageRef sum = scheduleRows(s, cfg, e);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [columns, column] = sum.chosenBy("tile_ow").split(own[3], cfg.innermost("tile_ow"));
    sum.reorder({own[1], own[2], columns, reduce[0], reduce[1], column, own[4]});
    if (cfg.flag("unroll_kw")) {
        sum.chosenBy("unroll_kw").unroll(reduce[1]);
    }
    sum.unroll(column);
    sum.chosenBy("tile_oc").vectorize(own[4]);
}

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readConv2d(reader, true, true);
    reader.checkMaxCount(8);
    return conv;
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareChannelTiles(cfg, conv, SplitKnob::Policy::Factors);
    cfg.defineKnob({"unroll_kw", phrase("unroll the window")}, {true, false});
    const auto blocks = TRY(channelBlocks(cfg, conv));
    const Conv2dExpression e = depthwiseNchwc(conv, blocks.in, blocks.out);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    schedulePadding(s, e);
    schedule(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space, {{"tile_ic", SplitEntity{fallbackSplit(extentOf(space, "tile_ic"), {-1, target.simdLanes})}},
                              {"tile_oc", SplitEntity{fallbackSplit(extentOf(space, "tile_oc"), {-1, target.simdLanes})}},
                              {"tile_ow", SplitEntity{fallbackSplit(extentOf(space, "tile_ow"), {-1, 8})}},
                              {"unroll_kw", OtherEntity{false}}});
}

} // namespace depthwise_nchwc_x86

Template depthwiseConv2dNchwcX86()
{
    return {.name = "depthwise_conv2d_NCHWc.x86",
            .summary = "Depthwise convolution on x86 with channels in blocks",
            .run = runWith("depthwise_conv2d_NCHWc.x86", depthwise_nchwc_x86::readArguments, depthwise_nchwc_x86::run),
            .fallback = depthwise_nchwc_x86::fallback,
            .computes = {{"depthwise_conv2d", {"float32", "int8", "bfloat16"}, hasOneOutputPerChannel}},
            .untunedRank = 2};
}

} // namespace knobscope
