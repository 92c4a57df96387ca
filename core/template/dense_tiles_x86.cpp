// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/rowtiles.h"

#include <algorithm>

namespace knobscope {

namespace dense_tiles_x86 {

constexpr const char* kName = "dense_tiles.x86";
constexpr int64_t kLeastRows = 4; // fewer rows leave units idle, whatever the tile
constexpr int64_t kNearWeights = 8 << 10; // elements: in a network, layers before replace others in the first caches

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineNumbers({"tile_y", phrase("output rows")}, tileHeights());
    defineChannelBlock(cfg, {"tile_x", phrase("output columns")}, p.n);
    cfg.defineNumbers("row_parts", {1, 2, 4, kMostRowParts});
    cfg.defineNumbers("unroll_k", {1, 2, 4, 8});
    cfg.defineKnob("prefetch", {false, true});
    TRY(cfg.check());
    const int64_t block = cfg.innermost("tile_x");
    const MatrixExpression e = densePacked(p, block);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    const ir::Tensor sums = s.cacheWrite(e.output, ir::Scope::Local);
    const RowTileLoops loops = scheduleRowTiles(s, cfg, e.output, sums, block);
    if (cfg.flag("prefetch")) { // weights of the next block, shared by the tiles that read this one
        s[sums].chosenBy("prefetch").prefetch(e.b, 0, 1, {loops.member});
    }
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

ConfigEntity tilesFor(const ConfigSpace& space, const TargetTraits& target, const MatrixProduct& p, int threads)
{
    const RowTile tile = bestRowTile(target, p, true);
    const int64_t ofThreads = threads == 1 || p.n / tile.block >= 4 * threads ? 1 : 4;
    const int64_t parts = std::max(ofThreads, partsInCache(p.m));
    return configWith(space, {{"tile_y", OtherEntity{tile.rows}},
                              {"tile_x", SplitEntity{fallbackSplit(p.n, {-1, tile.block})}},
                              {"row_parts", OtherEntity{parts}},
                              {"unroll_k", OtherEntity{int64_t{8}}},
                              {"prefetch", OtherEntity{p.n * p.k > kNearWeights}}});
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return tilesFor(space, target, {.m = target.simdLanes, .n = extentOf(space, "tile_x")}, 1);
}

std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int threads)
{
    ArgumentReader reader(kName, args);
    const MatrixProduct p = readDense(reader);
    return reader.error() ? std::nullopt : std::optional(tilesFor(space, target, p, std::max(1, threads)));
}

} // namespace dense_tiles_x86

Template denseTilesX86()
{
    return {.name = dense_tiles_x86::kName,
            .summary =
                "Dense layer of several rows on x86 in register tiles that need not divide the rows, with the weights packed",
            .run = runWith(dense_tiles_x86::kName, readDense, dense_tiles_x86::run),
            .fallback = dense_tiles_x86::fallback,
            .isExtra = true,
            .computes = {{.op = "dense", .leastBatch = dense_tiles_x86::kLeastRows}},
            .untuned = dense_tiles_x86::untuned,
            .untunedRank = 1};
}

} // namespace knobscope
