// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/matrixtiles.h"
#include "core/template/nchwcschedule.h"
#include "core/template/pixelregions.h"
#include "core/template/tileregionchoice.h"

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

/// The convolution that tiles compute: if possible in one row of pixels, so that no tile ends with a row of the image.
Conv2d imageOf(TemplateContext& cfg, const Conv2d& conv)
{
    if (canBeOneRowOfPixels(conv)) {
        cfg.defineKnob("copy_pixels", {true, false});
        return cfg.flag("copy_pixels") ? inOneRow(conv) : conv;
    }
    return canBeOneRow(conv) ? inOneRow(conv) : conv;
}

void declareTiles(TemplateContext& cfg, const Conv2d& conv, const Conv2d& image)
{
    defineFullBlock(cfg, {"tile_ic", phrase("input channels")}, conv.c, ir::tileDepth(conv.type, conv.kernelType, conv.outType));
    defineTileBlock(cfg, {"tile_oc", phrase("output channels")}, conv.k, ir::kTileColumns, 64);
    defineRegionHeight(cfg, image.ow());
    cfg.defineNumbers("tiles_oc", {1, 2, 4});
    cfg.defineNumbers({"tile_oh", phrase("output rows")}, conv.oh() == 1 || canBeOneRow(conv) ? std::vector<int64_t>{1}
                                                          : conv.ow() <= ir::kTileRows        ? std::vector<int64_t>{4, 2, 1}
                                                                                              : std::vector<int64_t>{2, 4, 1});
    cfg.defineNumbers("row_parts", {1, 2, 4, 8});
    cfg.defineNumbers("channel_parts", {1, 2, 4, 8});
    const bool hasWindow = conv.r * conv.s > 1; // many weights, which are read once if channels are outside
    cfg.defineKnob("channels_outside", {hasWindow, !hasWindow});
    cfg.defineKnob("prefetch", {false, true});
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    const Conv2d image = imageOf(cfg, conv);
    declareTiles(cfg, conv, image);
    const int64_t ic = cfg.innermost("tile_ic"), oc = cfg.innermost("tile_oc");
    TRY(cfg.check());
    const PixelRegion region = pixelRegionOf(cfg, image, oc);
    TRY(cfg.check());
    const bool isCopied = image.oh() == 1 && canBeOneRowOfPixels(conv);
    const ir::Tensor data =
        ir::placeholder("data", {conv.n, conv.c / ic, isCopied ? conv.h : image.h, isCopied ? conv.w : image.w, ic}, conv.type);
    const Conv2dExpression e = conv2dNchwcDot(image, ic, oc, region.columns, isCopied ? pixelsRead(conv, data) : data);
    Schedule s = cfg.makeSchedule({e.output}, {data, e.kernel});
    scheduleRegions(s, cfg, image, e, region);
    schedulePadding(s, e);
    if (isCopied) {
        schedulePixels(s, e.data, conv);
    }
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace conv2d_nchwc_amx_x86

Template conv2dNchwcAmxX86()
{
    namespace own = conv2d_nchwc_amx_x86;
    return {.name = own::kTemplateName,
            .summary = "Convolution of 8-bit integers or bfloat16 on x86 in matrix tiles (AMX)",
            .run = runWith(own::kTemplateName, own::readArguments, own::run),
            .fallback = fallbackTileRegions,
            .isExtra = true,
            .computes = {{"conv2d", {"int8", "bfloat16"}, fillsTiles}},
            .untuned = untunedTileRegions,
            .untunedRank = 0,
            .needsMatrixTiles = true};
}

} // namespace knobscope
