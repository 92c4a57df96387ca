// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/dottiles.h"

#include "core/ir/integerdivision.h"
#include "core/template/rowtiles.h"

namespace knobscope {

namespace {

constexpr int64_t kNearWeights = 32 << 10; // bytes: in a network, layers before replace others in the first caches

} // namespace

void scheduleDotTiles(Schedule& s, TemplateContext& cfg, const MatrixDotExpression& e, int64_t block)
{
    const ir::Tensor sums = e.sums == e.output ? s.cacheWrite(e.output, ir::Scope::Local) : e.sums;
    const RowTileLoops loops = scheduleRowTiles(s, cfg, e.output, sums, block);
    if (!(e.rows == e.a)) {
        s[e.rows].parallel(s[e.rows].axes().front());
        s[e.rows].vectorize(s[e.rows].axes().back());
    }
    if (e.columns == e.b) {
        if (cfg.flag("prefetch")) { // weights of the next block, shared by the tiles that read this one
            s[sums].chosenBy("prefetch").prefetch(e.b, 0, 1, {loops.member});
        }
        return;
    }
    StageRef packed = s[e.columns];
    packed.vectorize(packed.axes().back());
    if (cfg.numberWithin("pack", kPackInParts, kPackBefore) == kPackInParts) {
        packed.chosenBy("pack").computeAt(s[e.output], loops.part);
    } else {
        packed.parallel(packed.fuse({packed.axis(0), packed.axis(1)}));
    }
}

ConfigEntity dotTilesFor(const ConfigSpace& space, const TargetTraits& target, const MatrixProduct& p, int threads)
{
    const bool isWhole = std::holds_alternative<SplitKnob>(space.find("tile_x")->definition());
    const RowTile tile = bestRowTile(target, p, isWhole);
    const int64_t shares = p.batch * ir::ceilDivide(p.n, tile.block);
    const int64_t parts = threads == 1 || shares >= 4 * threads ? 1 : 4;
    return configWith(space, {{"tile_y", OtherEntity{tile.rows}},
                              {"tile_x", isWhole ? KnobValue(SplitEntity{fallbackSplit(p.n, {-1, tile.block})})
                                                 : KnobValue(OtherEntity{tile.block})},
                              {"row_parts", OtherEntity{parts}},
                              {"unroll_k", OtherEntity{int64_t{4}}},
                              {"prefetch", OtherEntity{p.n * p.k * p.weightType.bits / 8 > kNearWeights}},
                              {"pack", OtherEntity{int64_t{parts > 1 ? kPackBefore : kPackInParts}}}});
}

ConfigEntity fallbackDotTiles(const ConfigSpace& space, const TargetTraits& target)
{
    const auto* columns = std::get_if<SplitKnob>(&space.find("tile_x")->definition());
    return dotTilesFor(space, target, {.m = target.simdLanes, .n = columns ? columns->extent : 2 * target.simdLanes}, 1);
}

} // namespace knobscope
