// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/op/groupedconv.h"
#include "core/template/all.h"
#include "core/template/nchwcschedule.h"
#include "core/template/padding.h"
#include "core/template/untuned.h"

#include <algorithm>

namespace knobscope {

namespace group_conv2d_nchw_x86 {

constexpr const char* kTemplateName = "group_conv2d_nchw.x86";
constexpr int64_t kMostColumns = 31; // of AutoTVM's fallback

/// The innermost part of a split of all channels. AutoTVM splits these, but packs each group by itself: a block that does not
/// divide a group has no kernel there either.
int64_t blockOf(TemplateContext& cfg, const std::string& knob, int64_t inGroup)
{
    const int64_t block = cfg.innermost(knob);
    if (!cfg.error() && (block <= 0 || inGroup % block != 0)) {
        cfg.refuse(phrase("Knob {}: blocks of {} channels do not divide the {} of a group", knob, block, inGroup));
    }
    return block;
}

/// The knobs of AutoTVM v0.14 (topi/x86/group_conv2d.py), in its order. AutoTVM packs data and weights in the kernel; here they
/// are in blocks already, as those of conv2d_NCHWc.x86 are, so that a call takes less time.
Result<TemplateInstance> run(TemplateContext& cfg, const GroupedConv2d& conv)
{
    cfg.defineSplit({"tile_ic", phrase("input channels")}, conv.c, 2, {});
    cfg.defineSplit({"tile_oc", phrase("output channels")}, conv.k, 2, {});
    cfg.defineSplit({"tile_ow", phrase("output columns")}, conv.ow(), 2,
                    {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
    cfg.defineKnob({"unroll_kw", phrase("unroll the window")}, {true, false});
    const int64_t ic = blockOf(cfg, "tile_ic", conv.groupC());
    const int64_t oc = blockOf(cfg, "tile_oc", conv.groupK());
    TRY(cfg.check());
    const Conv2dExpression e = groupedConvNchwc(conv, ic, oc);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);

    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [columns, column] = out.chosenBy("tile_ow").split(a[3], cfg.innermost("tile_ow"));
    out.reorder({a[0], a[1], a[2], columns, column, a[4]});
    out.parallel(out.fuse({a[0], a[1], a[2]}));
    out.unroll(column);
    out.chosenBy("tile_oc").vectorize(a[4]);

    StageRef sum = s[tile];
    sum.computeAt(out, columns);
    const auto own = sum.axes();
    const auto over = sum.reduceAxes();
    orderSums(sum, cfg, {over[0], over[1], over[2], over[3], {}}, {}, {own[2], own[3], own[4]});
    sum.unroll(own[3]);
    sum.chosenBy("tile_oc").vectorize(own[4]);
    inlinePadding(s, e.data, e.padded);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.groupedFlops());
}

int64_t largestDivisor(int64_t extent, int64_t most)
{
    int64_t divisor = std::min(extent, most);
    while (extent % divisor != 0) {
        --divisor;
    }
    return divisor;
}

ConfigEntity configOf(const ConfigSpace& space, int64_t ic, int64_t oc)
{
    const int64_t ow = largestDivisor(extentOf(space, "tile_ow"), kMostColumns);
    return configWith(space, {{"tile_ic", SplitEntity{{-1, ic}}},
                              {"tile_oc", SplitEntity{{-1, oc}}},
                              {"tile_ow", SplitEntity{{-1, ow}}},
                              {"unroll_kw", OtherEntity{false}}});
}

/// A space does not tell its groups, and blocks of one channel fit all.
ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    return configOf(space, 1, 1);
}

/// AutoTVM's fallback.
std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int)
{
    ArgumentReader reader("untuned", args);
    const GroupedConv2d conv = readGroupedConv(reader);
    if (reader.error()) {
        return std::nullopt;
    }
    const int64_t oc = largestDivisor(conv.groupK(), target.simdLanes);
    return configOf(space, largestDivisor(conv.groupC(), oc), oc);
}

} // namespace group_conv2d_nchw_x86

Template groupConv2dNchwX86()
{
    namespace own = group_conv2d_nchw_x86;
    return {.name = own::kTemplateName,
            .summary = "Convolution in groups on x86: channel blocks within each group, a register tile of columns by channels",
            .run = runWith(own::kTemplateName, readGroupedConv, own::run),
            .fallback = own::fallback,
            .computes = {{"group_conv2d"}},
            .untuned = own::untuned,
            .untunedRank = 2};
}

} // namespace knobscope
