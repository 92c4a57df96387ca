// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/blockedconv.h"

#include "core/template/template.h"

#include <algorithm>

namespace knobscope {

void defineChannelBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels)
{
    cfg.defineSplit(knob, channels, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
}

void definePairedChannelBlock(TemplateContext& cfg, const KnobName& knob, int64_t channels)
{
    std::vector<int64_t> even(32);
    std::ranges::generate(even, [size = int64_t{0}]() mutable { return size += 2; });
    cfg.defineSplit(knob, channels, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeIn, -1, even, {}}});
}

SplitEntity fallbackBlock(const ConfigSpace& space, std::string_view knob, const TargetTraits& target)
{
    return SplitEntity{fallbackSplit(extentOf(space, knob), {-1, int64_t{2} * target.simdLanes})};
}

PixelLoops splitIntoTiles(TemplateContext& cfg, StageRef out)
{
    const auto& axes = out.axes();
    const auto [rows, row] = out.chosenBy("tile_oh").split(axes[2], cfg.number("tile_oh"));
    const auto [part, tileRow] = out.chosenBy("rows").split(rows, cfg.number("rows"));
    const auto [columns, column] = out.chosenBy("tile_ow").split(axes[3], cfg.number("tile_ow"));
    return {part, tileRow, columns, row, column};
}

PixelLoops splitIntoTiles(TemplateContext& cfg, StageRef out, const Conv2d& conv)
{
    const auto& axes = out.axes();
    if (axes[2].extent == conv.oh()) {
        return splitIntoTiles(cfg, out);
    }
    int64_t rows = std::min(conv.oh(), cfg.numberWithin("rows", 1) * cfg.numberWithin("tile_oh", 1));
    while (conv.oh() % rows != 0) { // else the last part's tiles would be cut short in a way of their own
        --rows;
    }
    const auto [tileRow, row] = out.chosenBy("one_row").split(axes[2], 1);
    const auto [part, pixels] = out.chosenBy("rows").split(axes[3], rows * conv.ow());
    const auto [columns, column] = out.chosenBy("tile_ow").split(pixels, cfg.number("tile_ow"));
    return {part, tileRow, columns, row, column};
}

bool canBeOneRow(const Conv2d& conv)
{
    return conv.r == 1 && conv.s == 1 && conv.h > 1 && conv.oh() == conv.h && conv.ow() == conv.w
        && std::ranges::all_of(conv.pad, [](int64_t pad) { return pad == 0; });
}

bool canBeOneRowOfPixels(const Conv2d& conv)
{
    return conv.r == 1 && conv.s == 1 && conv.stride != std::array<int64_t, 2>{1, 1} && conv.oh() > 1
        && std::ranges::all_of(conv.pad, [](int64_t pad) { return pad == 0; });
}

Conv2d inOneRow(Conv2d conv)
{
    conv.w = conv.oh() * conv.ow();
    conv.h = 1;
    conv.stride = {1, 1};
    return conv;
}

void defineOneRow(TemplateContext& cfg, const Conv2d& conv)
{
    if (canBeOneRow(conv)) {
        cfg.defineLaterKnob("one_row", {false, true});
    }
}

Conv2d withOneRow(TemplateContext& cfg, Conv2d conv)
{
    return canBeOneRow(conv) && cfg.flag("one_row") ? inOneRow(conv) : conv;
}

void computePaddingAt(Schedule& s, const Conv2dExpression& e, const StageRef& consumer, const ir::IterVar& axis,
                      const std::string& knob)
{
    if (e.padded == e.data) {
        return;
    }
    StageRef pad = s[e.padded];
    pad.computeAt(consumer, axis);
    pad.chosenBy(knob).vectorize(pad.axis(4));
}

double unpaddedShare(const nlohmann::json& args, bool depthwise)
{
    ArgumentReader reader("", args);
    const Conv2d conv = readUnpackedConv(reader, depthwise);
    return reader.error() ? 1 : conv.unpaddedShare();
}

} // namespace knobscope
