// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"

#include <algorithm>

namespace knobscope {

namespace dense_tiles_x86 {

constexpr const char* kName = "dense_tiles.x86";
constexpr int64_t kLeastRows = 4; // fewer rows leave units idle, whatever the tile
constexpr int64_t kCachedWeights = 256 << 10; // elements: a megabyte of float32 stays in the second cache

/// Register tiles of rows by one block of columns, over the whole reduction. A block's weights stay in the cache while the tiles
/// of a part of the rows use them. The last tile may have fewer rows.
void scheduleTiles(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto [column, lane] = out.chosenBy("tile_x").split(axes[1], cfg.innermost("tile_x"));
    const int64_t rows = cfg.numberWithin("tile_y", 1);
    const auto [tiles, row] = out.chosenBy("tile_y").split(axes[0], rows);
    const int64_t count = (axes[0].extent + rows - 1) / rows;
    const int64_t parts = cfg.numberWithin("row_parts", 1);
    const auto [part, member] = out.chosenBy("row_parts").split(tiles, (count + parts - 1) / parts);
    out.reorder({part, column, member, row, lane});
    out.parallel(out.fuse({part, column}));
    out.unroll(row);
    out.chosenBy("tile_x").vectorize(lane);

    StageRef sum = s[tile];
    sum.computeAt(out, member);
    const auto own = sum.axes();
    const auto [steps, step] = sum.chosenBy("unroll_k").split(sum.reduceAxis(0), cfg.numberWithin("unroll_k", 1));
    sum.reorder({steps, step, own[0], own[1]});
    sum.unrollAll({step, own[0]});
    sum.chosenBy("tile_x").vectorize(own[1]);
    if (cfg.flag("prefetch")) { // weights of the next block, shared by the tiles that read this one
        sum.chosenBy("prefetch").prefetch(e.b, 0, 1, {member});
    }
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineNumbers("tile_y", {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14});
    defineChannelBlock(cfg, "tile_x", p.n);
    cfg.defineNumbers("row_parts", {1, 2, 4, 8});
    cfg.defineNumbers("unroll_k", {1, 2, 4, 8});
    cfg.defineKnob("prefetch", {false, true});
    TRY(cfg.check());
    const MatrixExpression e = densePacked(p, cfg.innermost("tile_x"));
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleTiles(s, cfg, e);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

/// The block of columns and the rows of a tile that need the fewest half cycles for all rows: two multiply-adds and two loads
/// start per cycle, eight multiply-adds overlap, and sums, weights and one element of the data are in registers.
ConfigEntity tilesFor(const ConfigSpace& space, const TargetTraits& target, int64_t rows, int64_t reduction, int threads)
{
    const int64_t registers = target.simdLanes >= 16 ? 32 : 16;
    const int64_t n = extentOf(space, "tile_x");
    int64_t bestBlock = 1;
    int64_t bestRows = 1;
    double least = 1e18;
    for (int64_t block = 1; block <= std::min<int64_t>(64, n); ++block) {
        const int64_t vectors = (block + target.simdLanes - 1) / target.simdLanes;
        for (const int64_t tall : {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14}) {
            if (n % block != 0 || tall > rows || vectors * tall + vectors + 1 > registers) {
                continue;
            }
            const auto cycles = [&](int64_t height) { return std::max({vectors * height, vectors + height, int64_t{8}}); };
            const int64_t rest = rows % tall == 0 ? 0 : cycles(rows % tall);
            const double cost = static_cast<double>(rows / tall * cycles(tall) + rest) / static_cast<double>(block);
            if (cost < least) {
                least = cost;
                bestBlock = block;
                bestRows = tall;
            }
        }
    }
    const int64_t parts = threads == 1 || n / bestBlock >= 4 * threads ? 1 : 4;
    return configWith(space, {{"tile_y", OtherEntity{bestRows}},
                              {"tile_x", SplitEntity{fallbackSplit(n, {-1, bestBlock})}},
                              {"row_parts", OtherEntity{parts}},
                              {"unroll_k", OtherEntity{int64_t{4}}},
                              {"prefetch", OtherEntity{n * reduction > kCachedWeights}}});
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return tilesFor(space, target, target.simdLanes, 1, 1);
}

std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int threads)
{
    ArgumentReader reader(kName, args);
    const MatrixProduct p = readDense(reader);
    return reader.error() ? std::nullopt : std::optional(tilesFor(space, target, p.m, p.k, std::max(1, threads)));
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
