// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/blockedconv.h"

#include "core/template/template.h"

namespace knobscope {

void defineChannelBlock(TemplateContext& cfg, const std::string& knob, int64_t channels)
{
    cfg.defineSplit(knob, channels, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {64}, {}}});
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
