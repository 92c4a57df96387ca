// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/padding.h"
#include "core/template/untuned.h"

namespace knobscope {

namespace depthwise_nchwc_rows_x86 {

constexpr const char* kTemplateName = "depthwise_conv2d_rows_NCHWc.x86";

Conv2d readArguments(ArgumentReader& reader)
{
    const Conv2d conv = readUnpackedConv(reader, true);
    if (!hasOneOutputPerChannel(conv)) {
        reader.refuse(phrase("the channel multiplier must be 1"));
    }
    return conv;
}

Result<TemplateInstance> runDepthwiseRows(TemplateContext& cfg, const Conv2d& conv)
{
    defineChannelBlock(cfg, "tile_c", conv.c);
    cfg.defineNumbers({"tile_oh", phrase("output rows")}, {1, 2, 3, 4});
    cfg.defineNumbers({"tile_ow", phrase("output columns")}, {1, 2, 4, 7, 8, 14});
    cfg.defineNumbers("rows", {1, 2, 4, 8, 16});
    cfg.defineLaterKnob({"one_vector", phrase("one vector of channels at a time")}, {false, true});
    TRY(cfg.check());
    const int64_t block = cfg.innermost("tile_c");
    const Conv2dExpression e = depthwiseNchwc(conv, block, block);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);

    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [part, tileRow, columns, row, column] = splitIntoTiles(cfg, out);
    // The filter of one vector of channels stays in registers; those of several do not.
    const int64_t lanes = cfg.target().simdLanes;
    const bool isDivided = cfg.flag("one_vector") && block % lanes == 0;
    const auto [vectors, lane] = out.chosenBy("one_vector").split(a[4], isDivided ? lanes : block);
    out.reorder({a[0], a[1], part, vectors, tileRow, columns, row, column, lane});
    const ir::IterVar outer = out.fuse({a[0], a[1], part});
    out.parallel(outer);
    out.unrollAll({row, column});
    out.chosenBy("tile_c").vectorize(lane);

    // The window is unrolled, so that neighbouring outputs share loads and the filter stays in registers.
    StageRef sum = s[tile];
    sum.computeAt(out, columns);
    const auto own = sum.axes();
    const auto window = sum.reduceAxes();
    sum.reorder({own[2], window[0], own[3], window[1], own[4]});
    sum.unrollAll({own[2], window[0], own[3], window[1]});
    sum.chosenBy("tile_c").vectorize(own[4]);
    inlinePadding(s, e.data, e.padded);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

ConfigEntity fallbackDepthwiseRows(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space, {{"tile_c", fallbackBlock(space, "tile_c", target)},
                              {"tile_oh", OtherEntity{int64_t{1}}},
                              {"tile_ow", OtherEntity{int64_t{7}}},
                              {"rows", OtherEntity{int64_t{8}}}});
}

} // namespace depthwise_nchwc_rows_x86

Template depthwiseConv2dRowsX86()
{
    namespace own = depthwise_nchwc_rows_x86;
    return {.name = own::kTemplateName,
            .summary =
                "Depthwise convolution on x86: the window slides over rows in registers, without a copy of the padded image",
            .run = runWith(own::kTemplateName, own::readArguments, own::runDepthwiseRows),
            .fallback = own::fallbackDepthwiseRows,
            .isExtra = true,
            .computes = {{"depthwise_conv2d", {"float32", "int8", "int16", "bfloat16"}, hasOneOutputPerChannel}},
            .untuned = untunedDepthwise,
            .productShare = [](const nlohmann::json& args) { return unpaddedShare(args, true); },
            .untunedRank = 1};
}

} // namespace knobscope
