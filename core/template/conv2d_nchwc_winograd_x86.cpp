// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/winograd.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/knobnumber.h"
#include "core/template/unrollall.h"
#include "core/template/untuned.h"

namespace knobscope {

namespace conv2d_nchwc_winograd_x86 {

bool hasWinograd(const Conv2d& conv)
{
    const std::array<int64_t, 2> ones{1, 1};
    return conv.r == 3 && conv.s == 3 && conv.stride == ones && conv.dilation == ones;
}

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readUnpackedConv(reader, false);
    if (!hasWinograd(conv)) {
        reader.refuse(phrase("winograd needs a kernel of 3x3, stride 1 and dilation 1"));
    } else if (conv.type != ir::float32 || conv.outType != ir::float32) {
        reader.refuse(
            phrase("winograd computes with fractions in float32, not in {} and {}", conv.type.text(), conv.outType.text()));
    }
    return conv;
}

/// Once, before anything is timed: sixteen to sixty-four products' right-hand sides.
void scheduleKernelTransform(Schedule& s, const WinogradBlockedExpression& e)
{
    StageRef pack = s[e.kernelTransform];
    pack.precompute();
    const auto a = pack.axes();
    pack.reorder({a[2], a[3], a[4], a[0], a[1], a[5]});
    pack.unroll(a[1]);
    pack.vectorize(a[5]);
    StageRef rows = s[e.kernelRows];
    rows.computeAt(pack, a[4]);
    rows.reorder({rows.axis(1), rows.axis(0)});
    rows.unroll(rows.axis(0));
    rows.vectorize(rows.axis(5));
    pack.parallel(pack.fuse({a[2], a[3]}));
}

/// The tiles of one block of rows, all channels of them, a vector of channels at a time.
void scheduleInputTransform(Schedule& s, const WinogradBlockedExpression& e, StageRef at, const ir::IterVar& block)
{
    StageRef pack = s[e.dataTransform];
    const auto a = pack.axes();
    pack.computeAt(at, block);
    pack.reorder({a[2], a[3], a[4], a[5], a[1], a[0], a[6]});
    pack.unroll(a[0]);
    pack.by("tile_ic").vectorize(a[6]);
    StageRef rows = s[e.dataRows];
    rows.computeAt(pack, a[5]);
    rows.unroll(rows.axis(5));
    rows.by("tile_ic").vectorize(rows.axis(6));
    padWithin(s, {e.data, e.kernel, e.padded, e.output}, pack, a[3], "tile_ic");
}

/// For each place of the transformed tile a product of tiles by channels: a register tile of rows x columns of tiles by one block
/// of output channels, accumulated over all input channels.
void scheduleProduct(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, const ir::Tensor& sums)
{
    StageRef out = s[e.product];
    const auto a = out.axes();
    const auto [rows, row] = out.by("tile_r").split(a[4], cfg.number("tile_r"));
    const auto [columns, column] = out.by("tile_s").split(a[5], cfg.number("tile_s"));
    out.reorder({a[0], a[1], a[2], a[3], rows, columns, row, column, a[6]});
    unrollAll(out, {row, column});
    out.by("tile_oc").vectorize(a[6]);
    StageRef sum = s[sums];
    sum.computeAt(out, columns);
    const auto own = sum.axes();
    sum.reorder({own[0], own[1], own[2], own[3], sum.reduceAxis(0), sum.reduceAxis(1), own[4], own[5], own[6]});
    unrollAll(sum, {own[4], own[5]});
    sum.by("tile_oc").vectorize(own[6]);
    if (cfg.flag("prefetch")) { // the next place's weights, shared by this one's tiles
        sum.by("prefetch").prefetch(e.kernelTransform, 1, 1, {rows, columns});
    }
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("conv2d_winograd_NCHWc.x86", args);
    const Conv2d conv = readArguments(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineNumbers("tile_m", {2, 4, 6});
    defineChannelBlock(cfg, "tile_ic", conv.c);
    defineChannelBlock(cfg, "tile_oc", conv.k);
    cfg.defineNumbers("tile_r", {1, 2, 4});
    cfg.defineNumbers("tile_s", {2, 4, 5, 7, 10, 14});
    cfg.defineNumbers("row_blocks", {1, 2, 4, 8, 16});
    cfg.defineLaterKnob("prefetch", {false, true});
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    const int64_t m = numberWithin(cfg, "tile_m", 1, 8);
    const WinogradBlockedExpression e = conv2dWinogradNchwc(conv, m, cfg.last("tile_ic"), cfg.last("tile_oc"));
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor sums = s.cacheWrite(e.product, ir::Scope::Local);

    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [tileRows, vh] = out.by("tile_m").split(a[2], m);
    const auto [tileColumns, vw] = out.by("tile_m").split(a[3], m);
    const int64_t allRows = (conv.oh() + m - 1) / m;
    const int64_t blocks = numberWithin(cfg, "row_blocks", 1);
    const auto [block, tileRow] = out.by("row_blocks").split(tileRows, (allRows + blocks - 1) / blocks);
    out.reorder({a[0], block, a[1], tileRow, tileColumns, vh, vw, a[4]});
    const ir::IterVar outer = out.fuse({a[0], block});
    out.parallel(outer);
    out.unroll(vw);
    out.by("tile_oc").vectorize(a[4]);
    StageRef inverse = s[e.inverseRows];
    inverse.computeAt(out, tileColumns);
    inverse.reorder({inverse.axis(5), inverse.axis(4)});
    inverse.unroll(inverse.axis(4));
    inverse.by("tile_oc").vectorize(inverse.axis(6));
    s[e.product].computeAt(out, a[1]);
    scheduleKernelTransform(s, e);
    scheduleProduct(s, cfg, e, sums);
    scheduleInputTransform(s, e, out, outer);
    // The direct convolution's operations: "effective" FLOPS.
    auto made = instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
    if (made) {
        const Conv2dExpression plain = conv2dOnBlocks(conv, cfg.last("tile_ic"), cfg.last("tile_oc"));
        made->definition = {{plain.data, plain.kernel}, plain.output};
    }
    return made;
}

/// Larger tiles have larger factors, whose products nearly cancel. Seen: the worst of 300 random shapes.
std::optional<Rounding> rounding(const ConfigEntity& entity)
{
    const auto* m = std::get_if<OtherEntity>(&entity.values.front().second);
    const auto* number = m ? std::get_if<int64_t>(&m->value) : nullptr;
    if (!number || *number > 6) {
        return std::nullopt;
    }
    return *number > 4 ? Rounding{2e-5, 2e-4} : *number > 2 ? Rounding{4e-6, 3e-5} : Rounding{9e-7, 1e-5};
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space,
                      {{"tile_m", OtherEntity{int64_t{4}}},
                       {"tile_ic", SplitEntity{fallbackSplit(extentOf(space, "tile_ic"), {-1, int64_t{2} * target.simdLanes})}},
                       {"tile_oc", SplitEntity{fallbackSplit(extentOf(space, "tile_oc"), {-1, int64_t{2} * target.simdLanes})}},
                       {"tile_r", OtherEntity{int64_t{2}}},
                       {"tile_s", OtherEntity{int64_t{7}}},
                       {"row_blocks", OtherEntity{int64_t{4}}},
                       {"prefetch", OtherEntity{false}}});
}

} // namespace conv2d_nchwc_winograd_x86

Template conv2dNchwcWinogradX86()
{
    // Its transformed weights are up to seven times as large, and small images do not use them often enough.
    constexpr int64_t leastUntunedRows = 28;
    return {.name = "conv2d_winograd_NCHWc.x86",
            .summary = "Winograd convolution on x86 with channels in blocks: transformed tiles, products by register tiles",
            .run = conv2d_nchwc_winograd_x86::run,
            .fallback = conv2d_nchwc_winograd_x86::fallback,
            .isExtra = true,
            .alternatives = {{"conv2d", {"float32"}, conv2d_nchwc_winograd_x86::hasWinograd}},
            .untuned = untunedWinograd,
            .rounding = conv2d_nchwc_winograd_x86::rounding,
            .untunedRank = 0,
            .leastUntunedRows = leastUntunedRows};
}

} // namespace knobscope
