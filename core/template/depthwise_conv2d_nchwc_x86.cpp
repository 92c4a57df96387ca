// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/conv2d.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace {

void schedule(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    if (!(e.padded == e.data)) {
        StageRef pad = s[e.padded];
        const auto axes = pad.axes();
        pad.parallel(pad.fuse({axes[0], axes[1], axes[2]}));
        pad.vectorize(axes[4]);
    }
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto ow = cfg.applySplit(s, out, axes[3], "tile_ow");
    out.reorder({axes[1], axes[2], ow[0], ow[1], axes[4]});
    out.parallel(out.fuse({axes[0], axes[1], axes[2]}));
    out.unroll(ow[1]);
    s.setKnob("tile_oc"); // it sets the extent of the block
    out.vectorize(axes[4]);
    s.setKnob({});

    StageRef sum = s[tile];
    sum.computeAt(out, ow[0]);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    s.setKnob("tile_ow");
    const auto [columns, column] = sum.split(own[3], cfg.last("tile_ow"));
    s.setKnob({});
    sum.reorder({own[1], own[2], columns, reduce[0], reduce[1], column, own[4]});
    s.setKnob("unroll_kw");
    if (cfg.flag("unroll_kw")) {
        sum.unroll(reduce[1]);
    }
    s.setKnob({});
    sum.unroll(column);
    s.setKnob("tile_oc");
    sum.vectorize(own[4]);
    s.setKnob({});
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("depthwise_conv2d_NCHWc.x86", args);
    const Conv2d conv = readConv2d(reader, true, true);
    reader.atMost(8);
    if (conv.k != conv.c) {
        reader.refuse("the channel multiplier must be 1");
    }
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_ic", conv.c, 2);
    cfg.defineSplit("tile_oc", conv.k, 2);
    cfg.defineSplit("tile_ow", conv.ow(), 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
    cfg.defineKnob("unroll_kw", {true, false});
    const int64_t ic = conv.packedC > 0 ? conv.packedC : cfg.last("tile_ic");
    const int64_t oc = conv.packedK > 0 ? conv.packedK : cfg.last("tile_oc");
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    if (ic < 1 || oc < 1 || conv.c % ic != 0 || conv.k % oc != 0) {
        return fail(ErrorCode::InvalidArgument, "Knobs tile_ic and tile_oc: blocks of {} and {} do not divide {} channels", ic,
                    oc, conv.c);
    }
    const Conv2dExpression e = depthwiseNchwc(conv, ic, oc);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.data, e.kernel});
    schedule(s, cfg, e);
    const double flops = autotvmFlops(e.output);
    return TemplateInstance{std::move(s), flops, conv.plainFlops()};
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const auto extent = [&](const char* name) { return std::get<SplitKnob>(space.find(name)->definition()).extent; };
    const int64_t lanes[] = {-1, target.simdLanes};
    const int64_t columns[] = {-1, 8};
    const std::pair<std::string, KnobValue> values[] = {{"tile_ic", SplitEntity{fallbackSplit(extent("tile_ic"), lanes)}},
                                                        {"tile_oc", SplitEntity{fallbackSplit(extent("tile_oc"), lanes)}},
                                                        {"tile_ow", SplitEntity{fallbackSplit(extent("tile_ow"), columns)}},
                                                        {"unroll_kw", OtherEntity{false}}};
    return configWith(space, values);
}

} // namespace

Template depthwiseConv2dNchwcX86()
{
    return {"depthwise_conv2d_NCHWc.x86", "Depthwise convolution on x86 with channels in blocks", {}, false, run, fallback};
}

} // namespace knobscope
