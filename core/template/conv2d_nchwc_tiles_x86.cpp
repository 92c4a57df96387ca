// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dot.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/nchwcschedule.h"
#include "core/template/padding.h"
#include "core/template/untuned.h"

#include <algorithm>

namespace knobscope {

namespace conv2d_nchwc_tiles_x86 {

constexpr const char* kTemplateName = "conv2d_tiles_NCHWc.x86";

void declareTiles(TemplateContext& cfg, const Conv2d& conv)
{
    defineChannelBlock(cfg, {"tile_ic", phrase("input channels")}, conv.c);
    defineChannelBlock(cfg, {"tile_oc", phrase("output channels")}, conv.k);
    cfg.defineNumbers("tile_ko", {1, 2, 4});
    cfg.defineNumbers({"tile_oh", phrase("output rows")}, {1, 2, 4});
    cfg.defineNumbers({"tile_ow", phrase("output columns")}, {2, 4, 6, 7, 8, 13, 14, 28});
    cfg.defineNumbers("rows", {1, 2, 4, 8, 32});
    cfg.defineNumbers("channel_parts", {1, 2, 4, 8});
    cfg.defineKnob("channels_outside", {false, true});
    cfg.defineKnob({"unroll_kw", phrase("unroll the window")}, {false, true});
    cfg.defineLaterKnob("prefetch", {false, true});
    defineOneRow(cfg, conv);
}

/// The register tile: blocks of output channels x rows x columns, accumulated over all input channels and the window.
void scheduleSums(TemplateContext& cfg, StageRef sum, const Conv2dExpression& e)
{
    const auto& own = sum.axes();
    const ChannelLoops in = channelLoops(sum, e);
    orderSums(sum, cfg, in, {}, {own[1], own[2], own[3], own[4]});
    sum.unrollAll({own[1], own[2], own[3]});
    vectorizeSums(sum, own[4], in);
}

Result<TemplateInstance> runTiles(TemplateContext& cfg, const Conv2d& conv)
{
    declareTiles(cfg, conv);
    TRY(cfg.check());
    const int64_t word = ir::dotLength(conv.type, conv.kernelType, conv.outType);
    const int64_t ic = cfg.innermost("tile_ic"), oc = cfg.innermost("tile_oc");
    const Conv2d image = withOneRow(cfg, conv);
    const Conv2dExpression e = word > 1 ? conv2dNchwcDot(image, ic, oc) : conv2dNchwc(image, ic, oc);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);

    StageRef out = s[e.output];
    const auto a = out.axes();
    const int64_t ko = cfg.numberWithin("tile_ko", 1);
    const auto [blocks, block] = out.chosenBy("tile_ko").split(a[1], ko);
    const auto [part, tileRow, columns, row, column] = splitIntoTiles(cfg, out, conv);
    // Work unit of a thread: a few rows of a part of the channels. Small images have few rows.
    const int64_t allBlocks = (conv.k / oc + ko - 1) / ko;
    const int64_t parts = cfg.numberWithin("channel_parts", 1);
    const auto [group, member] = out.chosenBy("channel_parts").split(blocks, (allBlocks + parts - 1) / parts);
    if (cfg.flag("channels_outside")) {
        out.chosenBy("channels_outside").reorder({a[0], part, group, member, tileRow, columns, block, row, column, a[4]});
    } else {
        out.chosenBy("channels_outside").reorder({a[0], part, group, tileRow, columns, member, block, row, column, a[4]});
    }
    const ir::IterVar outer = out.fuse({a[0], part, group});
    out.parallel(outer);
    out.unrollAll({block, row, column});
    out.chosenBy("tile_oc").vectorize(a[4]);
    s[tile].computeAt(out, cfg.flag("channels_outside") ? columns : member);
    scheduleSums(cfg, s[tile], e);
    if (cfg.flag("prefetch")) { // weights of the next block, shared by the tiles that read this one
        const auto sharing = cfg.flag("channels_outside") ? std::vector{tileRow, columns} : std::vector<ir::IterVar>();
        s[tile].chosenBy("prefetch").prefetch(e.kernel, 0, ko, sharing);
    }
    // Lowering emits a variant of the tile for each border it may meet; dot products that spill take seconds to compile.
    const int64_t sums = ko * std::max<int64_t>(oc, 16) * cfg.number("tile_oh") * cfg.number("tile_ow");
    if (word == 1 || (ic % word == 0 && sums <= int64_t{32} * 16)) {
        inlinePadding(s, e.data, e.padded);
    } else { // also if channel blocks must be padded to whole words
        computePaddingAt(s, e, out, outer, "tile_ic");
    }
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

/// Two vectors of output channels by fourteen pixels fill the 32 registers of AVX-512; half as many on other CPUs.
ConfigEntity fallbackTiles(const ConfigSpace& space, const TargetTraits& target)
{
    const bool hasManyRegisters = target.simdLanes >= 16;
    return configWith(space, {{"tile_ic", fallbackBlock(space, "tile_ic", target)},
                              {"tile_oc", fallbackBlock(space, "tile_oc", target)},
                              {"tile_ko", OtherEntity{int64_t{1}}},
                              {"tile_oh", OtherEntity{int64_t{hasManyRegisters ? 2 : 1}}},
                              {"tile_ow", OtherEntity{int64_t{hasManyRegisters ? 7 : 6}}},
                              {"rows", OtherEntity{int64_t{4}}},
                              {"channels_outside", OtherEntity{true}},
                              {"unroll_kw", OtherEntity{true}}});
}

} // namespace conv2d_nchwc_tiles_x86

Template conv2dNchwcTilesX86()
{
    return {.name = conv2d_nchwc_tiles_x86::kTemplateName,
            .summary =
                "Convolution on x86 whose register tile is independent of the layout's block, without a copy of the padded image",
            .run = runWith(
                conv2d_nchwc_tiles_x86::kTemplateName, [](ArgumentReader& reader) { return readUnpackedConv(reader, false); },
                conv2d_nchwc_tiles_x86::runTiles),
            .fallback = conv2d_nchwc_tiles_x86::fallbackTiles,
            .isExtra = true,
            .computes = {{"conv2d", {"float32", "int8", "int16", "bfloat16"}}},
            .untuned = untunedTiles,
            .productShare = [](const nlohmann::json& args) { return unpaddedShare(args, false); },
            .untunedRank = 1};
}

} // namespace knobscope
