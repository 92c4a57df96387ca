// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/rowtiles.h"

#include <algorithm>

namespace knobscope {

namespace batch_matmul_tiles_x86 {

constexpr const char* kName = "batch_matmul_tiles.x86";
constexpr int64_t kLeastRows = 4; // fewer rows leave units idle, whatever the tile

/// When y is packed into blocks of columns.
enum Packing : int64_t { kNever, kInParts, kBefore };

void schedule(Schedule& s, TemplateContext& cfg, const MatrixTiles& e, int64_t block, int64_t packing)
{
    const RowTileLoops loops = scheduleRowTiles(s, cfg, e.output, e.sums, block);
    if (packing == kNever) {
        return;
    }
    StageRef packed = s[e.columns];
    packed.chosenBy("pack").vectorize(packed.axes().back());
    if (packing == kInParts) {
        packed.chosenBy("pack").computeAt(s[e.output], loops.part);
    } else {
        packed.parallel(packed.fuse({packed.axis(0), packed.axis(1)}));
    }
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineNumbers({"tile_y", phrase("output rows")}, tileHeights());
    cfg.defineNumbers({"tile_x", phrase("output columns")}, columnBlocks(p.n));
    cfg.defineNumbers("row_parts", {1, 2, 4, 8, 16, 32});
    cfg.defineNumbers("unroll_k", {1, 2, 4, 8});
    cfg.defineNumbers("pack", {kNever, kInParts, kBefore});
    const int64_t block = std::min(cfg.numberWithin("tile_x", 1), p.n);
    const int64_t packing = cfg.numberWithin("pack", kNever, kBefore);
    TRY(cfg.check());
    const MatrixTiles e = batchMatmulTiles(p, block, packing != kNever);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    schedule(s, cfg, e, block, packing);
    const MatrixExpression plain = batchMatmul(p);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops(), OperatorDefinition{{plain.a, plain.b}, plain.output});
}

constexpr int64_t kPageColumns = 1024; // each row of the output is on another page, and cores know 64 at once
constexpr int64_t kRowsOfPages = 48;

/// Parts of the rows: few rows each if their outputs lie on many pages, else enough parts for all threads.
int64_t partsOf(const MatrixProduct& p, int64_t block, int threads)
{
    int64_t parts = 1;
    const int64_t shares = p.batch * ((p.n + block - 1) / block);
    while (parts < 32 && p.n >= kPageColumns && p.m > parts * kRowsOfPages) {
        parts *= 2;
    }
    return threads == 1 || shares >= 4 * threads ? parts : std::max<int64_t>(parts, 4);
}

ConfigEntity tilesFor(const ConfigSpace& space, const TargetTraits& target, const MatrixProduct& p, int threads)
{
    const RowTile tile = bestRowTile(target, p, false);
    const int64_t parts = partsOf(p, tile.block, threads);
    return configWith(space, {{"tile_y", OtherEntity{tile.rows}},
                              {"tile_x", OtherEntity{tile.block}},
                              {"row_parts", OtherEntity{parts}},
                              {"unroll_k", OtherEntity{int64_t{4}}},
                              {"pack", OtherEntity{int64_t{parts > 4 ? kBefore : kInParts}}}});
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const int64_t lanes = target.simdLanes;
    return tilesFor(space, target, {.m = lanes, .n = 2 * lanes}, 1);
}

std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int threads)
{
    ArgumentReader reader(kName, args);
    const MatrixProduct p = readBatchMatmul(reader);
    return reader.error() ? std::nullopt : std::optional(tilesFor(space, target, p, std::max(1, threads)));
}

} // namespace batch_matmul_tiles_x86

Template batchMatmulTilesX86()
{
    return {.name = batch_matmul_tiles_x86::kName,
            .summary = "Batched matrix product on x86 in register tiles that need not divide rows and columns",
            .run = runWith(batch_matmul_tiles_x86::kName, readBatchMatmul, batch_matmul_tiles_x86::run),
            .fallback = batch_matmul_tiles_x86::fallback,
            .isExtra = true,
            .computes = {{.op = "batch_matmul", .leastBatch = batch_matmul_tiles_x86::kLeastRows}},
            .untuned = batch_matmul_tiles_x86::untuned,
            .untunedRank = 1};
}

} // namespace knobscope
