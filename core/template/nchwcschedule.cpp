// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/nchwcschedule.h"

#include "core/ir/dot.h"
#include "core/template/template.h"

namespace knobscope {

namespace {

bool isPointwise(const Conv2d& conv)
{
    return conv.r == 1 && conv.s == 1;
}

} // namespace

void declareChannelTiles(TemplateContext& cfg, const Conv2d& conv, SplitKnob::Policy columns)
{
    cfg.defineSplit({"tile_ic", phrase("input channels")}, conv.c, 2);
    cfg.defineSplit({"tile_oc", phrase("output channels")}, conv.k, 2);
    cfg.defineSplit({"tile_ow", phrase("output columns")}, conv.ow(), 2,
                    {columns, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
}

void declareWindowKnob(TemplateContext& cfg, const Conv2d& conv)
{
    if (isPointwise(conv)) {
        cfg.defineNumbers({"tile_oh", phrase("output rows")},
                          conv.oh() > 1 ? std::vector<int64_t>{1, 2} : std::vector<int64_t>{1});
    } else {
        cfg.defineKnob({"unroll_kw", phrase("unroll the window")}, {true, false});
    }
}

Result<ChannelBlocks> channelBlocks(TemplateContext& cfg, const Conv2d& conv)
{
    const int64_t ic = conv.packedC > 0 ? conv.packedC : cfg.innermost("tile_ic");
    const int64_t oc = conv.packedK > 0 ? conv.packedK : cfg.innermost("tile_oc");
    TRY(cfg.check());
    if (ic < 1 || oc < 1 || conv.c % ic != 0 || conv.k % oc != 0) {
        return fail(ErrorCode::InvalidArgument,
                    "Knobs tile_ic and tile_oc: channel blocks of {} and {} do not divide {} and {} channels", ic, oc, conv.c,
                    conv.k);
    }
    return ChannelBlocks{ic, oc};
}

std::vector<ir::IterVar> ChannelLoops::order(std::vector<ir::IterVar> around, bool writesColumnsOut,
                                             const std::vector<ir::IterVar>& tile) const
{
    around.insert(around.end(), {chunk, row, writesColumnsOut ? channel : column, writesColumnsOut ? column : channel});
    around.insert(around.end(), tile.begin(), tile.end());
    if (dot) {
        around.push_back(*dot);
    }
    return around;
}

ChannelLoops channelLoops(StageRef sum, const Conv2dExpression& e)
{
    const auto& reduce = sum.reduceAxes();
    if (e.kernel.shape().size() > 6) {
        return {reduce[0], reduce[1], reduce[2], reduce[3], reduce[4]};
    }
    const auto [chunk, channel] = sum.chosenBy("tile_ic").split(reduce[0], e.data.dim(4));
    return {chunk, reduce[1], reduce[2], channel, {}};
}

void orderSums(StageRef sum, TemplateContext& cfg, const ChannelLoops& loops, const std::vector<ir::IterVar>& around,
               const std::vector<ir::IterVar>& tile)
{
    const bool writesColumnsOut = cfg.flag("unroll_kw");
    sum.reorder(loops.order(around, writesColumnsOut, tile));
    if (writesColumnsOut) {
        sum.chosenBy("unroll_kw").unroll(loops.column);
    }
}

void vectorizeSums(StageRef sum, const ir::IterVar& lanes, const ChannelLoops& loops)
{
    sum.chosenBy("tile_oc").vectorize(lanes);
    if (loops.dot) {
        sum.tensorize(*loops.dot, ir::kDotOperation);
    }
}

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

StageRef scheduleRows(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto ow = cfg.applySplit(out, axes[3], "tile_ow");
    out.reorder({axes[1], axes[2], ow[0], ow[1], axes[4]});
    out.parallel(out.fuse({axes[0], axes[1], axes[2]}));
    out.unroll(ow[1]);
    out.chosenBy("tile_oc").vectorize(axes[4]); // recorded with the knob that sets the extent of the block
    s[tile].computeAt(out, ow[0]);
    return s[tile];
}

namespace {

void scheduleWindow(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    StageRef sum = scheduleRows(s, cfg, e);
    const auto own = sum.axes();
    const auto [columns, column] = sum.chosenBy("tile_ow").split(own[3], cfg.innermost("tile_ow"));
    const ChannelLoops in = channelLoops(sum, e);
    orderSums(sum.chosenBy("unroll_kw"), cfg, in, {own[1], own[2], columns}, {column, own[4]});
    sum.unroll(column);
    vectorizeSums(sum, own[4], in);
}

void schedulePointwise(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    const int64_t rows = cfg.number("tile_oh");
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto [oh, row] = out.chosenBy("tile_oh").split(axes[2], rows);
    const auto ow = cfg.applySplit(out, axes[3], "tile_ow");
    out.reorder({axes[1], oh, ow[0], row, ow[1], axes[4]});
    out.parallel(out.fuse({axes[0], axes[1], oh}));
    out.unrollAll({row, ow[1]});
    out.chosenBy("tile_oc").vectorize(axes[4]); // recorded with the knob that sets the extent of the block

    StageRef sum = s[tile];
    sum.computeAt(out, ow[0]);
    const auto own = sum.axes();
    const auto [rowGroups, ownRow] = sum.chosenBy("tile_oh").split(own[2], rows);
    const auto [columns, column] = sum.chosenBy("tile_ow").split(own[3], cfg.innermost("tile_ow"));
    const ChannelLoops in = channelLoops(sum, e);
    sum.reorder(in.order({own[1], rowGroups, columns}, false, {ownRow, column, own[4]}));
    sum.unrollAll({ownRow, column});
    vectorizeSums(sum, own[4], in);
}

} // namespace

void scheduleTiles(Schedule& s, TemplateContext& cfg, const Conv2d& conv, const Conv2dExpression& e)
{
    schedulePadding(s, e);
    if (isPointwise(conv)) {
        schedulePointwise(s, cfg, e);
    } else {
        scheduleWindow(s, cfg, e);
    }
}

ConfigEntity untunedTile(const ConfigSpace& space, int64_t ic, int64_t oc)
{
    const bool pointwise = space.find("tile_oh") != nullptr;
    const int64_t columns = extentOf(space, "tile_ow");
    int64_t rows = 1;
    int64_t ow = fallbackSplit(columns, {-1, 31}).back();
    if (pointwise && space.find("tile_oh")->size() > 1) {
        for (int64_t d = ow; d > 0; --d) {
            if (columns % d == 0 && d * 2 < 32) {
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

} // namespace knobscope
