// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/conv2d.h"
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/nchwcschedule.h"

namespace knobscope {

namespace conv2d_nchwc_x86 {

/// A channel at a time, over the window.
void scheduleDepthwise(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    StageRef sum = scheduleRows(s, cfg, e);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [columns, column] = sum.by("tile_ow").split(own[3], cfg.last("tile_ow"));
    sum.reorder({own[1], own[2], columns, reduce[0], reduce[1], column, own[4]});
    if (cfg.flag("unroll_kw")) {
        sum.by("unroll_kw").unroll(reduce[1]);
    }
    sum.unroll(column);
    sum.by("tile_oc").vectorize(own[4]);
}

/// How many channels a block of the input and one of the output hold.
struct ChannelBlocks {
    int64_t in = 1;
    int64_t out = 1;
};

/// Declares the tiles of channels and columns.
void declareTiles(TemplateContext& cfg, const Conv2d& conv, SplitKnob::Policy columns)
{
    cfg.defineSplit("tile_ic", conv.c, 2);
    cfg.defineSplit("tile_oc", conv.k, 2);
    cfg.defineSplit("tile_ow", conv.ow(), 2, {columns, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
}

Result<ChannelBlocks> channelBlocks(TemplateContext& cfg, const Conv2d& conv)
{
    const int64_t ic = conv.packedC > 0 ? conv.packedC : cfg.last("tile_ic");
    const int64_t oc = conv.packedK > 0 ? conv.packedK : cfg.last("tile_oc");
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    if (ic < 1 || oc < 1 || conv.c % ic != 0 || conv.k % oc != 0) {
        return fail(ErrorCode::InvalidArgument,
                    "Knobs tile_ic and tile_oc: channel blocks of {} and {} do not divide {} and {} channels", ic, oc, conv.c,
                    conv.k);
    }
    return ChannelBlocks{ic, oc};
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("conv2d_NCHWc.x86", args);
    const Conv2d conv = readConv2d(reader, false, true);
    reader.atMost(8);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareTiles(cfg, conv, SplitKnob::Policy::Verbose);
    if (isPointwise(conv)) {
        cfg.defineNumbers("tile_oh", conv.oh() > 1 ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{1});
    } else {
        cfg.defineKnob("unroll_kw", {true, false});
    }
    const auto blocks = channelBlocks(cfg, conv);
    if (!blocks) {
        return fail(blocks);
    }
    const Conv2dExpression e = conv2dNchwc(conv, blocks->in, blocks->out);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    schedulePadding(s, e);
    if (isPointwise(conv)) {
        schedulePointwise(s, cfg, e);
    } else {
        scheduleWindow(s, cfg, e);
    }
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const int64_t oc = fallbackSplit(extentOf(space, "tile_oc"), {-1, target.simdLanes}).back();
    return untunedTile(space, fallbackSplit(extentOf(space, "tile_ic"), {-1, oc}).back(), oc);
}

Result<TemplateInstance> runDepthwise(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("depthwise_conv2d_NCHWc.x86", args);
    const Conv2d conv = readConv2d(reader, true, true);
    reader.atMost(8);
    if (conv.k != conv.c) {
        reader.refuse(phrase("the channel multiplier must be 1"));
    }
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareTiles(cfg, conv, SplitKnob::Policy::Factors);
    cfg.defineKnob("unroll_kw", {true, false});
    const auto blocks = channelBlocks(cfg, conv);
    if (!blocks) {
        return fail(blocks);
    }
    const Conv2dExpression e = depthwiseNchwc(conv, blocks->in, blocks->out);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    schedulePadding(s, e);
    scheduleDepthwise(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

ConfigEntity fallbackDepthwise(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space, {{"tile_ic", SplitEntity{fallbackSplit(extentOf(space, "tile_ic"), {-1, target.simdLanes})}},
                              {"tile_oc", SplitEntity{fallbackSplit(extentOf(space, "tile_oc"), {-1, target.simdLanes})}},
                              {"tile_ow", SplitEntity{fallbackSplit(extentOf(space, "tile_ow"), {-1, 8})}},
                              {"unroll_kw", OtherEntity{false}}});
}

} // namespace conv2d_nchwc_x86

Template conv2dNchwcX86()
{
    return {.name = "conv2d_NCHWc.x86",
            .summary = "Convolution on x86 with channels in blocks: a register tile of columns by channels",
            .run = conv2d_nchwc_x86::run,
            .fallback = conv2d_nchwc_x86::fallback,
            .untunedRank = 2};
}

Template depthwiseConv2dNchwcX86()
{
    return {.name = "depthwise_conv2d_NCHWc.x86",
            .summary = "Depthwise convolution on x86 with channels in blocks",
            .run = conv2d_nchwc_x86::runDepthwise,
            .fallback = conv2d_nchwc_x86::fallbackDepthwise,
            .untunedRank = 2};
}

} // namespace knobscope
