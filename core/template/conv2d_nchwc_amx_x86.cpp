// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/integerdivision.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/matrixtiles.h"
#include "core/template/nchwcschedule.h"

#include <algorithm>

namespace knobscope {

namespace conv2d_nchwc_amx_x86 {

constexpr const char* kTemplateName = "conv2d_amx_NCHWc.x86";

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readUnpackedConv(reader, false);
    if (ir::tileDepth(conv.type, conv.kernelType, conv.outType) == 0) {
        reader.refuse(
            phrase("it adds products of 8-bit integers in int32 and of bfloat16 in float32; the given types are {}, {} and {}",
                   conv.type.text(), conv.kernelType.text(), conv.outType.text()));
    }
    return conv;
}

void declareTiles(TemplateContext& cfg, const Conv2d& conv)
{
    const int64_t depth = ir::tileDepth(conv.type, conv.kernelType, conv.outType);
    defineTileBlock(cfg, "tile_ic", conv.c, depth / 4, depth);
    defineTileBlock(cfg, "tile_oc", conv.k, ir::kTileColumns, 64);
    defineTileKnobs(cfg, conv.r * conv.s == 1 ? conv.oh() * conv.ow() : conv.ow());
    cfg.defineNumbers("tile_oh", {1, 2, 4});
    cfg.defineNumbers("tiles_oc", {1, 2, 4});
    cfg.defineNumbers("rows", {1, 2, 4, 8, 64});
    cfg.defineNumbers("channel_parts", {1, 2, 4, 8});
    cfg.defineKnob("channels_outside", {false, true});
    defineOneRow(cfg, conv);
}

/// Parts of the rows and of the output channels in parallel; in each, regions of pixels by channels.
void scheduleRegions(Schedule& s, TemplateContext& cfg, const Conv2d& image, const Conv2dExpression& e, int64_t columns)
{
    const ir::Tensor sums = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto a = out.axes();
    const bool isOneRow = image.oh() == 1;
    const auto [rows, row] = out.chosenBy("tile_oh").split(a[2], cfg.number("tile_oh"));
    const auto [regions, pixel] = out.chosenBy("tiles_y").split(a[3], tileHeight(cfg) * cfg.number("tiles_y"));
    const auto [part, member] = out.chosenBy("rows").split(isOneRow ? regions : rows, cfg.numberWithin("rows", 1));
    const int64_t parts = cfg.numberWithin("channel_parts", 1);
    const auto [group, block] = out.chosenBy("channel_parts").split(a[1], ir::ceilDivide(a[1].extent, parts));
    const auto [tiles, channel] = out.chosenBy("tiles_oc").split(a[4], columns);
    const std::vector<ir::IterVar> pixels = isOneRow ? std::vector{rows, member} : std::vector{member, regions};
    const std::vector<ir::IterVar> channels{block, tiles};
    const bool isOutside = cfg.flag("channels_outside");
    std::vector<ir::IterVar> order{a[0], part, group};
    for (const auto& loops : isOutside ? std::array{channels, pixels} : std::array{pixels, channels}) {
        order.insert(order.end(), loops.begin(), loops.end());
    }
    const ir::IterVar region = order.back();
    order.insert(order.end(), {row, pixel, channel});
    out.chosenBy("channels_outside").reorder(order);
    out.parallel(out.fuse({a[0], part, group}));
    out.chosenBy("tile_oc").vectorize(channel);

    StageRef sum = s[sums];
    sum.computeAt(out, region);
    const auto& own = sum.axes();
    const auto& in = sum.reduceAxes();
    sum.chosenBy("tile_oh").unroll(own[2]);
    scheduleTileSums(sum, cfg, own[3], own[4], {in[0], in[1], in[2], in[3], own[2]}, in[3], in[4]);
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareTiles(cfg, conv);
    const int64_t ic = cfg.innermost("tile_ic"), oc = cfg.innermost("tile_oc");
    const int64_t columns = std::min(oc, ir::kTileColumns * cfg.numberWithin("tiles_oc", 1, ir::kMostTileSums));
    checkTileKnobs(cfg, columns * cfg.numberWithin("tile_oh", 1, ir::kMostTileSums));
    TRY(cfg.check());
    const Conv2d image = withOneRow(cfg, conv);
    const Conv2dExpression e = conv2dNchwcDot(image, ic, oc);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleRegions(s, cfg, image, e, columns);
    schedulePadding(s, e);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    return configWith(space, {{"tile_ic", SplitEntity{fallbackSplit(extentOf(space, "tile_ic"), {-1, 64})}},
                              {"tile_oc", SplitEntity{fallbackSplit(extentOf(space, "tile_oc"), {-1, 32})}},
                              {"tile_oh", OtherEntity{int64_t{1}}},
                              {"tiles_y", OtherEntity{int64_t{2}}},
                              {"tiles_oc", OtherEntity{int64_t{2}}},
                              {"one_row", OtherEntity{space.find("one_row") != nullptr}},
                              {"rows", OtherEntity{int64_t{64}}}, // all: smaller last parts would be plain loops
                              {"channels_outside", OtherEntity{true}}});
}

} // namespace conv2d_nchwc_amx_x86

Template conv2dNchwcAmxX86()
{
    namespace own = conv2d_nchwc_amx_x86;
    return {.name = own::kTemplateName,
            .summary = "Convolution of 8-bit integers or bfloat16 on x86 in matrix tiles (AMX)",
            .run = runWith(own::kTemplateName, own::readArguments, own::run),
            .fallback = own::fallback,
            .isExtra = true,
            .computes = {{"conv2d", {"int8", "bfloat16"}, fillsTiles}},
            .untuned = untunedMatrixTiles,
            .untunedRank = 0,
            .needsMatrixTiles = true};
}

} // namespace knobscope
