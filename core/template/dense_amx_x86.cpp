// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/integerdivision.h"
#include "core/op/matrixdot.h"
#include "core/template/all.h"
#include "core/template/matrixtiles.h"

#include <algorithm>

namespace knobscope {
namespace dense_amx_x86 {

constexpr int64_t kLeastRows = 4; // fewer rows leave most of a tile empty

/// Parts of the rows and blocks of columns in parallel; in each, regions of tiles over the whole reduction.
void scheduleProduct(Schedule& s, TemplateContext& cfg, const MatrixDotExpression& e, const MatrixProduct& p, int64_t block)
{
    const ir::Tensor sums = e.sums == e.output ? s.cacheWrite(e.output, ir::Scope::Local) : e.sums;
    s[sums].setScope(ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const size_t first = axes.size() - 2; // after the batch
    const int64_t height = tileHeight(cfg) * cfg.numberWithin("tiles_y", 1, ir::kMostTileSums);
    const auto [regions, row] = out.chosenBy("tiles_y").split(axes[first], height);
    const auto [blocks, column] = out.chosenBy("tile_x").split(axes[first + 1], block);
    const auto [part, member] =
        out.chosenBy("row_parts").split(regions, equalPart(p.m, height, cfg.numberWithin("row_parts", 1)));
    std::vector<ir::IterVar> outer = first > 0 ? std::vector{axes[0], part, blocks} : std::vector{part, blocks};
    out.reorder({part, blocks, member, row, column});
    out.parallel(out.fuse(outer));
    out.chosenBy("tile_x").vectorize(column);
    s[sums].computeAt(out, member);
    const auto own = s[sums].axes();
    scheduleTileSums(s[sums], cfg, own[first], own[first + 1], {s[sums].reduceAxis(0)}, s[sums].reduceAxis(0),
                     s[sums].reduceAxis(1));
    if (!(e.rows == e.a)) {
        s[e.rows].parallel(s[e.rows].axes().front());
        s[e.rows].vectorize(s[e.rows].axes().back());
    }
    if (e.columns == e.b && cfg.flag("prefetch")) { // weights of the next block, shared by the regions that read this one
        s[sums].chosenBy("prefetch").prefetch(e.b, 0, 1, {member});
    } else if (!(e.columns == e.b)) {
        const auto packed = s[e.columns].axes();
        s[e.columns].parallel(s[e.columns].fuse({packed[0], packed[1]}));
    }
}

template<auto Dot, bool isWhole>
Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    defineTileKnobs(cfg, p.m);
    const int64_t block = defineTileColumns(cfg, {"tile_x", phrase("output columns")}, p.n, isWhole);
    cfg.defineNumbers("row_parts", {1, 2, 4, 8, 16});
    if (isWhole) {
        cfg.defineLaterKnob("prefetch", {false, true});
    }
    checkTileKnobs(cfg, block);
    TRY(cfg.check());
    const int64_t groups = ir::ceilDivide(p.k, ir::dotLength(p.type, p.weightType, p.outType));
    const MatrixDotExpression e = Dot(p, block, std::min(groups, ir::kTileColumns));
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleProduct(s, cfg, e, p, block);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    return configWith(space, {{"tiles_y", OtherEntity{int64_t{2}}}, {"tile_x", twoTilesOf(space, "tile_x")}});
}

ConfigEntity tilesFor(const ConfigSpace& space, const MatrixProduct& p, int threads)
{
    const KnobValue columns = twoTilesOf(space, "tile_x");
    const TileRows tall = bestTileRows(p.m, blockOf(columns) > ir::kTileColumns ? 2 : 4);
    const int64_t parts = threads == 1 || p.n / blockOf(columns) >= 4 * threads ? 1 : 4;
    return configWith(space, {{"tile_y", OtherEntity{tall.rows}},
                              {"tiles_y", OtherEntity{tall.tiles}},
                              {"tile_x", columns},
                              {"row_parts", OtherEntity{parts}},
                              {"prefetch", OtherEntity{true}}});
}

template<auto Read>
std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits&, const nlohmann::json& args, int threads)
{
    ArgumentReader reader("untuned", args);
    const MatrixProduct p = Read(reader);
    return reader.error() ? std::nullopt : std::optional(tilesFor(space, p, std::max(1, threads)));
}

template<auto Read, auto Dot, bool isWhole>
Template makeTemplate(const char* name, const char* summary, const char* op)
{
    return {.name = name,
            .summary = summary,
            .run = runWith(name, readTileProduct<Read>, run<Dot, isWhole>),
            .fallback = fallback,
            .isExtra = true,
            .computes = {{.op = op, .types = {"int8", "bfloat16"}, .leastBatch = kLeastRows, .isPlain = true}},
            .untuned = untuned<Read>,
            .untunedRank = 0,
            .needsMatrixTiles = true};
}

} // namespace dense_amx_x86

Template denseAmxX86()
{
    return dense_amx_x86::makeTemplate<readDense, denseDot, true>(
        "dense_amx.x86", "Dense layer of 8-bit integers or bfloat16 on x86 in matrix tiles (AMX), with the weights packed",
        "dense");
}

Template batchMatmulAmxX86()
{
    return dense_amx_x86::makeTemplate<readPlainBatchMatmul, batchMatmulDot, false>(
        "batch_matmul_amx.x86", "Batched matrix product of 8-bit integers or bfloat16 on x86 in matrix tiles (AMX)",
        "batch_matmul");
}

} // namespace knobscope
