// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/convpair.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/padding.h"

namespace knobscope {

namespace conv2d_nchwc_pair_x86 {

constexpr const char* kTemplateName = "conv2d_pair_NCHWc.x86";

/// Loop at which the first convolution's result is computed: the knob `middle_at`.
enum MiddleAt : int64_t { Apart, InPart, InRow, InTile };

void declareKnobs(TemplateContext& cfg, const ConvPair& pair)
{
    defineChannelBlock(cfg, {"tile_ic", phrase("input channels")}, pair.first.c);
    defineChannelBlock(cfg, "tile_mc", pair.first.k);
    defineChannelBlock(cfg, {"tile_oc", phrase("output channels")}, pair.second.k);
    cfg.defineNumbers("tile_mw", {2, 4, 6, 7, 8, 10, 14, 15, 29}); // includes the padding of a row
    cfg.defineNumbers({"tile_oh", phrase("output rows")}, {1, 2, 4});
    cfg.defineNumbers({"tile_ow", phrase("output columns")}, {2, 4, 7, 8, 14});
    cfg.defineNumbers("rows", {1, 2, 4, 8, 32});
    cfg.defineNumbers("middle_at", {Apart, InPart, InRow, InTile});
}

/// A register tile: unrolls its pixels within the sums and vectorizes the channel block.
void scheduleSums(StageRef sum, const std::string& block)
{
    const auto own = sum.axes();
    std::vector<ir::IterVar> order = sum.reduceAxes();
    order.insert(order.end(), {own[2], own[3], own[4]});
    sum.reorder(order);
    sum.unrollAll({own[2], own[3]});
    sum.chosenBy(block).vectorize(own[4]);
}

/// Computes the first convolution into the middle, by register tiles: within a loop of `out`, or (null) before it.
void scheduleMiddle(TemplateContext& cfg, Schedule& s, const ConvPairExpression& e, const StageRef& out, const ir::IterVar* at)
{
    inlinePadding(s, e.middle, e.second.data);
    StageRef middle = s[e.middle];
    const auto a = middle.axes();
    const auto [columns, column] = middle.chosenBy("tile_mw").split(a[3], cfg.number("tile_mw"));
    ir::IterVar pad = columns;
    if (at) {
        middle.chosenBy("middle_at").computeAt(out, *at);
    } else {
        pad = middle.fuse({a[0], a[1], a[2]});
        middle.parallel(pad);
    }
    middle.unrollAll({column});
    middle.chosenBy("tile_mc").vectorize(a[4]);
    StageRef sums = s[e.first.output];
    sums.setScope(ir::Scope::Local);
    sums.computeAt(middle, columns);
    scheduleSums(sums, "tile_mc");
    computePaddingAt(s, e.first, at ? out : middle, at ? *at : pad, "tile_ic");
}

Result<TemplateInstance> runPair(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader(kTemplateName, args);
    const ConvPair pair = readConvPair(reader, kTemplateName, args);
    TRY(reader.check());
    declareKnobs(cfg, pair);
    TRY(cfg.check());
    const ConvPairExpression e =
        convPairNchwc(pair, cfg.innermost("tile_ic"), cfg.innermost("tile_mc"), cfg.innermost("tile_oc"));
    Schedule s = cfg.makeSchedule({e.second.output}, {e.first.data, e.first.kernel, e.second.kernel});
    const ir::Tensor tile = s.cacheWrite(e.second.output, ir::Scope::Local);

    StageRef out = s[e.second.output];
    const auto a = out.axes();
    const auto [part, tileRow, columns, row, column] = splitIntoTiles(cfg, out);
    out.reorder({a[0], part, tileRow, columns, a[1], row, column, a[4]});
    const ir::IterVar outer = out.fuse({a[0], part});
    out.parallel(outer);
    out.unrollAll({row, column});
    out.chosenBy("tile_oc").vectorize(a[4]);
    s[tile].computeAt(out, a[1]);
    scheduleSums(s[tile], "tile_oc");
    const std::array<const ir::IterVar*, 4> places{nullptr, &outer, &tileRow, &columns};
    scheduleMiddle(cfg, s, e, out, places[static_cast<size_t>(cfg.numberWithin("middle_at", Apart, InTile))]);
    return instance(cfg, std::move(s), pair.plainFlops(), pair.plainFlops());
}

/// Two vectors of channels by seven pixels, with separate convolutions: the baseline for computing the first within the second.
ConfigEntity fallbackPair(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space, {{"tile_ic", fallbackBlock(space, "tile_ic", target)},
                              {"tile_mc", fallbackBlock(space, "tile_mc", target)},
                              {"tile_oc", fallbackBlock(space, "tile_oc", target)},
                              {"tile_mw", OtherEntity{int64_t{7}}},
                              {"tile_oh", OtherEntity{int64_t{1}}},
                              {"tile_ow", OtherEntity{int64_t{7}}},
                              {"rows", OtherEntity{int64_t{4}}},
                              {"middle_at", OtherEntity{int64_t{Apart}}}});
}

} // namespace conv2d_nchwc_pair_x86

Template conv2dPairNchwcX86()
{
    return {.name = conv2d_nchwc_pair_x86::kTemplateName,
            .summary = "Two convolutions on x86 in one kernel: the first is computed where the second needs it",
            .run = conv2d_nchwc_pair_x86::runPair,
            .fallback = conv2d_nchwc_pair_x86::fallbackPair,
            .isExtra = true};
}

} // namespace knobscope
