// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dot.h"
#include "core/op/groupedconv.h"
#include "core/template/all.h"

#include "core/template/blockedconv.h"
#include "core/template/nchwcschedule.h"
#include "core/template/padding.h"
#include "core/template/untuned.h"

#include <algorithm>
#include <optional>

namespace knobscope {

namespace group_conv2d_nchwc_x86 {

constexpr const char* kTemplateName = "group_conv2d_tiles_NCHWc.x86";

bool fitsGroups(int64_t block, int64_t channels, int64_t inGroup)
{
    return block > 0 && channels % block == 0 && (inGroup % block == 0 || block % inGroup == 0);
}

/// Blocks of at most 64 channels that divide a group's channels or hold whole groups.
void defineBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels, int64_t inGroup)
{
    std::vector<int64_t> blocks;
    for (int64_t block = 1; block <= std::min<int64_t>(channels, 64); ++block) {
        if (fitsGroups(block, channels, inGroup)) {
            blocks.push_back(block);
        }
    }
    cfg.defineNumbers(knob, blocks);
}

int64_t blockWithin(TemplateContext& cfg, const std::string& knob, int64_t channels, int64_t inGroup)
{
    const int64_t block = cfg.numberWithin(knob, 1);
    if (!fitsGroups(block, channels, inGroup)) {
        cfg.refuse(phrase("Knob {}: blocks of {} channels neither divide nor hold groups of {} in {} channels", knob, block,
                          inGroup, channels));
    }
    return block;
}

Result<TemplateInstance> runGroups(TemplateContext& cfg, const GroupedConv2d& conv)
{
    defineBlock(cfg, {"tile_ic", phrase("input channels")}, conv.c, conv.groupC());
    defineBlock(cfg, {"tile_oc", phrase("output channels")}, conv.k, conv.groupK());
    cfg.defineNumbers({"tile_oh", phrase("output rows")}, {1, 2, 3, 4});
    cfg.defineNumbers({"tile_ow", phrase("output columns")}, {1, 2, 4, 6, 7, 8, 12, 13, 14});
    cfg.defineNumbers("rows", {1, 2, 4, 8, 16});
    cfg.defineKnob({"unroll_kw", phrase("unroll the window")}, {false, true});
    const int64_t ic = blockWithin(cfg, "tile_ic", conv.c, conv.groupC());
    const int64_t oc = blockWithin(cfg, "tile_oc", conv.k, conv.groupK());
    TRY(cfg.check());
    // Dot products need a block of channels that is a multiple of their length; other integers are widened.
    const int64_t word = ir::dotLength(conv.type, conv.kernelType, conv.outType);
    const bool hasWords = word > 1 && std::min(ic, conv.groupC()) % word == 0;
    const Conv2dExpression e = hasWords ? groupedConvNchwcDot(conv, ic, oc) : groupedConvNchwc(conv, ic, oc);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);

    // A register tile has the channels of one group only: they read the same pixels.
    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [part, tileRow, columns, row, column] = splitIntoTiles(cfg, out);
    const auto [group, lane] = out.chosenBy("tile_oc").split(a[4], std::min(oc, conv.groupK()));
    out.reorder({a[0], a[1], part, group, tileRow, columns, row, column, lane});
    const ir::IterVar outer = out.fuse({a[0], a[1], part});
    out.parallel(outer);
    out.unrollAll({row, column});
    out.chosenBy("tile_oc").vectorize(lane);

    StageRef sum = s[tile];
    sum.computeAt(out, columns);
    const auto own = sum.axes();
    const auto over = sum.reduceAxes();
    const ChannelLoops in{over[0], over[1], over[2], over[3], hasWords ? std::optional(over[4]) : std::nullopt};
    orderSums(sum, cfg, in, {}, {own[2], own[3], own[4]});
    sum.unrollAll({own[2], own[3]});
    vectorizeSums(sum, own[4], in);
    inlinePadding(s, e.data, e.padded);
    return instance(cfg, std::move(s), conv.groupedFlops(), conv.groupedFlops());
}

double shareOfImage(const nlohmann::json& args)
{
    ArgumentReader reader("", args);
    const GroupedConv2d conv = readGroupedConv(reader);
    return reader.error() ? 1 : conv.unpaddedShare();
}

} // namespace group_conv2d_nchwc_x86

Template groupConv2dNchwcX86()
{
    namespace own = group_conv2d_nchwc_x86;
    return {.name = own::kTemplateName,
            .summary = "Convolution in groups on x86: each register tile has channels of one group, without a copy of the padded "
                       "image",
            .run = runWith(own::kTemplateName, readGroupedConv, own::runGroups),
            .fallback = firstCandidates,
            .isExtra = true,
            .computes = {{"group_conv2d", {"float32", "int8", "int16"}}},
            .untuned = untunedGroups,
            .productShare = own::shareOfImage,
            .untunedRank = 1};
}

} // namespace knobscope
