// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/untuned.h"
#include "core/template/winogradschedule.h"

namespace knobscope {

namespace conv2d_nchwc_winograd_x86 {

constexpr int64_t kFilter = 3;
constexpr int64_t kMaxTile = 6; // larger tiles, which an edit may add, lose too much accuracy in float32

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readUnpackedConv(reader, false);
    if (!supportsWinograd(conv, kFilter)) {
        reader.refuse(phrase("winograd needs a kernel of 3x3, stride 1 and dilation 1"));
    } else if (conv.type != ir::float32 || conv.outType != ir::float32) {
        reader.refuse(
            phrase("winograd computes with fractions in float32, not in {} and {}", conv.type.text(), conv.outType.text()));
    }
    return conv;
}

/// For each position of the transformed tile a product of tiles by channels: a register tile of rows x columns of tiles by one
/// block of output channels, accumulated over all input channels.
void scheduleProduct(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, const ir::Tensor& sums)
{
    StageRef out = s[e.product];
    const auto a = out.axes();
    const auto [rows, row] = out.chosenBy("tile_r").split(a[4], cfg.number("tile_r"));
    const auto [columns, column] = out.chosenBy("tile_s").split(a[5], cfg.number("tile_s"));
    out.reorder({a[0], a[1], a[2], a[3], rows, columns, row, column, a[6]});
    out.unrollAll({row, column});
    out.chosenBy("tile_oc").vectorize(a[6]);
    StageRef sum = s[sums];
    sum.computeAt(out, columns);
    const auto own = sum.axes();
    sum.reorder({own[0], own[1], own[2], own[3], sum.reduceAxis(0), sum.reduceAxis(1), own[4], own[5], own[6]});
    sum.unrollAll({own[4], own[5]});
    sum.chosenBy("tile_oc").vectorize(own[6]);
    if (cfg.flag("prefetch")) { // weights of the next position, shared by the tiles of this one
        sum.chosenBy("prefetch").prefetch(e.kernelTransform, 1, 1, {rows, columns});
    }
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineNumbers("tile_m", {2, 4, 6});
    defineChannelBlock(cfg, "tile_ic", conv.c);
    defineChannelBlock(cfg, "tile_oc", conv.k);
    cfg.defineNumbers("tile_r", {1, 2, 4});
    cfg.defineNumbers("tile_s", {2, 4, 5, 7, 10, 14});
    cfg.defineNumbers("row_blocks", {1, 2, 4, 8, 16});
    cfg.defineLaterKnob("prefetch", {false, true});
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareKnobs(cfg, conv);
    TRY(cfg.check());
    const int64_t m = cfg.numberWithin("tile_m", 1, kMaxTile);
    const WinogradBlockedExpression e = conv2dWinogradNchwc(conv, m, cfg.innermost("tile_ic"), cfg.innermost("tile_oc"));
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor sums = s.cacheWrite(e.product, ir::Scope::Local);
    const WinogradLoops loops = scheduleOutputTransform(s, cfg, e, m);
    s[e.product].computeAt(s[e.output], loops.channels);
    scheduleKernelTransform(s, e);
    scheduleProduct(s, cfg, e, sums);
    scheduleInputTransform(s, e, loops.block);
    const Conv2dExpression plain = conv2dOnBlocks(conv, cfg.innermost("tile_ic"), cfg.innermost("tile_oc"));
    // "Effective" FLOPS: the operations of the direct convolution.
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops(), {{{plain.data, plain.kernel}, plain.output}});
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space, {{"tile_m", OtherEntity{int64_t{4}}},
                              {"tile_ic", fallbackBlock(space, "tile_ic", target)},
                              {"tile_oc", fallbackBlock(space, "tile_oc", target)},
                              {"tile_r", OtherEntity{int64_t{2}}},
                              {"tile_s", OtherEntity{int64_t{7}}},
                              {"row_blocks", OtherEntity{int64_t{4}}},
                              {"prefetch", OtherEntity{false}}});
}

} // namespace conv2d_nchwc_winograd_x86

Template conv2dNchwcWinogradX86()
{
    namespace own = conv2d_nchwc_winograd_x86;
    return {.name = "conv2d_winograd_NCHWc.x86",
            .summary = "Winograd convolution on x86 with channels in blocks: transformed tiles, products by register tiles",
            .run = runWith("conv2d_winograd_NCHWc.x86", own::readArguments, own::run),
            .fallback = own::fallback,
            .isExtra = true,
            .computes = {{"conv2d", {"float32"}, [](const Conv2d& conv) { return supportsWinograd(conv, own::kFilter); }}},
            .untuned = untunedWinograd,
            .rounding =
                [](const ConfigEntity& entity, const nlohmann::json& args) {
                    ArgumentReader reader("", args);
                    return winogradRounding(integerValue(entity, "tile_m"), own::readArguments(reader).c);
                },
            .productShare = [](const nlohmann::json&) { return winogradShare(own::kMaxTile, own::kFilter); },
            .untunedRank = 0,
            // The transformed weights are up to seven times as large, and small images do not reuse them often enough.
            .leastUntunedRows = 28};
}

} // namespace knobscope
