// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dot.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/untuned.h"
#include "core/template/winogradschedule.h"

namespace knobscope {

namespace conv2d_nchwc_winograd_x86 {

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readUnpackedConv(reader, false);
    if (!supportsBlockedWinograd(conv)) {
        reader.refuse(phrase("winograd needs a kernel of 3x3, stride 1 or 2 and dilation 1"));
    } else if (!isWinogradOfWords(conv) && !isWinogradOfFloats(conv)) {
        reader.refuse(
            phrase("winograd computes with fractions in float32 or pairs of channels in int16, not {} channels in {} and {}",
                   conv.c, conv.type.text(), conv.outType.text()));
    }
    return conv;
}

/// Larger ones, which an edit may add, lose too much accuracy in float32, or exceed 16 bits.
int64_t largestTile(const Conv2d& conv)
{
    return conv.type == ir::int16 || conv.stride[0] > 1 ? 4 : 6;
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    const bool isOfWords = conv.type == ir::int16;
    if (isOfWords) {
        definePairedChannelBlock(cfg, {"tile_ic", phrase("input channels")}, conv.c);
    } else {
        cfg.defineNumbers("tile_m", largestTile(conv) < 6 ? std::vector<int64_t>{2, 4} : std::vector<int64_t>{2, 4, 6});
        defineChannelBlock(cfg, {"tile_ic", phrase("input channels")}, conv.c);
    }
    defineChannelBlock(cfg, {"tile_oc", phrase("output channels")}, conv.k);
    cfg.defineNumbers("tile_r", {1, 2, 4});
    cfg.defineNumbers("tile_s",
                      isOfWords ? std::vector<int64_t>{2, 3, 4, 5, 6, 7, 10, 14} : std::vector<int64_t>{2, 4, 5, 7, 10, 14});
    cfg.defineNumbers("row_blocks", {1, 2, 4, 8, 16});
    cfg.defineLaterKnob("prefetch", {false, true});
    if (isOfWords) {
        cfg.defineLaterKnob("tile_m", {int64_t{2}, int64_t{4}}); // was always 2
    }
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareKnobs(cfg, conv);
    TRY(cfg.check());
    const bool isOfWords = conv.type == ir::int16;
    const int64_t m = cfg.numberWithin("tile_m", isOfWords ? 2 : 1, largestTile(conv));
    if (isOfWords && cfg.innermost("tile_ic") % 2 != 0) {
        return fail(ErrorCode::InvalidArgument, "Knob tile_ic: winograd of integers adds two channels at once; {} is odd",
                    cfg.innermost("tile_ic"));
    }
    const WinogradBlockedExpression e = conv2dWinogradNchwc(conv, m, cfg.innermost("tile_ic"), cfg.innermost("tile_oc"));
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor sums = s.cacheWrite(e.product, ir::Scope::Local);
    const WinogradLoops loops = scheduleOutputTransform(s, cfg, e, m);
    s[e.product].computeAt(s[e.output], loops.channels);
    scheduleKernelTransform(s, e);
    scheduleWinogradProduct(s, cfg, e, sums);
    scheduleInputTransform(s, e, loops.block);
    const Conv2dExpression plain = conv2dOnBlocks(conv, cfg.innermost("tile_ic"), cfg.innermost("tile_oc"));
    // "Effective" FLOPS: the operations of the direct convolution.
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops(), {{{plain.data, plain.kernel}, plain.output}});
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const bool isOfWords = space.knobs().front().name() != "tile_m";
    const SplitEntity in = fallbackBlock(space, "tile_ic", target);
    return configWith(space, {{"tile_m", OtherEntity{int64_t{isOfWords ? 2 : 4}}},
                              {"tile_ic", isOfWords && in.sizes.back() % 2 != 0 ? SplitEntity{{-1, 2}} : in},
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
            .computes = {{"conv2d",
                          {"float32", "int16", "bfloat16"},
                          [](const Conv2d& conv) {
                              return supportsBlockedWinograd(conv) && (isWinogradOfFloats(conv) || isWinogradOfWords(conv));
                          }}},
            .untuned = untunedWinograd,
            .rounding =
                [](const ConfigEntity& entity, const nlohmann::json& args) {
                    ArgumentReader reader("", args);
                    const Conv2d conv = own::readArguments(reader);
                    return conv.type == ir::int16 ? std::nullopt : winogradRounding(integerValue(entity, "tile_m"), conv.c);
                },
            .productShare =
                [](const nlohmann::json& args) {
                    ArgumentReader reader("", args);
                    const Conv2d conv = own::readArguments(reader);
                    return winogradShare(own::largestTile(conv), conv.r, conv.stride[0]);
                },
            .untunedRank = 0,
            // The transformed weights are up to nine times as large, and small images do not reuse them often enough.
            .leastUntunedRows = 28};
}

} // namespace knobscope
