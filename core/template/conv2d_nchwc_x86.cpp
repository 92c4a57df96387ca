// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/conv2d.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace {

bool isPointwise(const Conv2d& conv)
{
    return conv.r == 1 && conv.s == 1;
}

/// The padded input, a vector of channels at a time, rows in parallel.
void schedulePadding(Schedule& s, const Conv2dExpression& e)
{
    if (e.padded == e.data) {
        return;
    }
    StageRef pad = s[e.padded];
    const auto axes = pad.axes();
    pad.parallel(pad.fuse({axes[0], axes[1], axes[2]}));
    pad.vectorize(axes[4]);
}

/// Rows in parallel, a tile of ow columns by one channel block at a time; returns the stage that sums such a tile up.
StageRef scheduleRows(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto ow = cfg.applySplit(out, axes[3], "tile_ow");
    out.reorder({axes[1], axes[2], ow[0], ow[1], axes[4]});
    out.parallel(out.fuse({axes[0], axes[1], axes[2]}));
    out.unroll(ow[1]);
    out.by("tile_oc").vectorize(axes[4]); // it sets the extent of the block
    s[tile].computeAt(out, ow[0]);
    return s[tile];
}

/// A register tile of ow columns by one channel block, accumulated over all input channels and the window.
void scheduleWindow(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e, int64_t ic)
{
    StageRef sum = scheduleRows(s, cfg, e);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [columns, column] = sum.by("tile_ow").split(own[3], cfg.last("tile_ow"));
    const auto [chunk, channel] = sum.by("tile_ic").split(reduce[0], ic);
    if (cfg.flag("unroll_kw")) {
        sum.by("unroll_kw").reorder({own[1], own[2], columns, chunk, reduce[1], channel, reduce[2], column, own[4]});
        sum.by("unroll_kw").unroll(reduce[2]);
    } else {
        sum.by("unroll_kw").reorder({own[1], own[2], columns, chunk, reduce[1], reduce[2], channel, column, own[4]});
    }
    sum.unroll(column);
    sum.by("tile_oc").vectorize(own[4]);
}

/// 1x1: a tile of oh rows by ow columns by one channel block.
void schedulePointwise(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e, int64_t ic)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    const int64_t rows = cfg.number("tile_oh");
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto [oh, row] = out.by("tile_oh").split(axes[2], rows);
    const auto ow = cfg.applySplit(out, axes[3], "tile_ow");
    out.reorder({axes[1], oh, ow[0], row, ow[1], axes[4]});
    out.parallel(out.fuse({axes[0], axes[1], oh}));
    out.unroll(row);
    out.unroll(ow[1]);
    out.by("tile_oc").vectorize(axes[4]); // it sets the extent of the block

    StageRef sum = s[tile];
    sum.computeAt(out, ow[0]);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [rowGroups, ownRow] = sum.by("tile_oh").split(own[2], rows);
    const auto [columns, column] = sum.by("tile_ow").split(own[3], cfg.last("tile_ow"));
    const auto [chunk, channel] = sum.by("tile_ic").split(reduce[0], ic);
    sum.reorder({own[1], rowGroups, columns, chunk, reduce[1], reduce[2], channel, ownRow, column, own[4]});
    sum.unroll(ownRow);
    sum.unroll(column);
    sum.by("tile_oc").vectorize(own[4]);
}

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
        schedulePointwise(s, cfg, e, blocks->in);
    } else {
        scheduleWindow(s, cfg, e, blocks->in);
    }
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const auto largest = [](int64_t of, int64_t limit) {
        int64_t best = 1;
        for (int64_t d = 1; d <= limit && d <= of; ++d) {
            best = of % d == 0 ? d : best;
        }
        return best;
    };
    const int64_t oc = largest(extentOf(space, "tile_oc"), target.simdLanes);
    const int64_t ic = largest(extentOf(space, "tile_ic"), oc);
    const bool pointwise = space.find("tile_oh") != nullptr;
    int64_t rows = 1;
    int64_t ow = largest(extentOf(space, "tile_ow"), 31);
    if (pointwise && space.find("tile_oh")->size() > 1) {
        for (int64_t d = ow; d > 0; --d) {
            if (extentOf(space, "tile_ow") % d == 0 && d * 2 < 32) {
                rows = d * 2 > ow ? 2 : rows;
                ow = rows == 2 ? d : ow;
                break;
            }
        }
    }
    std::vector<std::pair<std::string, KnobValue>> values{
        {"tile_ic", SplitEntity{{-1, ic}}}, {"tile_oc", SplitEntity{{-1, oc}}}, {"tile_ow", SplitEntity{{-1, ow}}}};
    if (pointwise) {
        values.emplace_back("tile_oh", OtherEntity{rows});
    } else {
        values.emplace_back("unroll_kw", OtherEntity{false});
    }
    return configWith(space, values);
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

} // namespace

Template conv2dNchwcX86()
{
    return {"conv2d_NCHWc.x86",
            "Convolution on x86 with channels in blocks: a register tile of columns by channels",
            {},
            false,
            run,
            fallback};
}

Template depthwiseConv2dNchwcX86()
{
    return {"depthwise_conv2d_NCHWc.x86",
            "Depthwise convolution on x86 with channels in blocks",
            {},
            false,
            runDepthwise,
            fallbackDepthwise};
}

} // namespace knobscope
