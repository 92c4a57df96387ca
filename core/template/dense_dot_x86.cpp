// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dot.h"
#include "core/ir/integerdivision.h"
#include "core/op/matrixdot.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/rowtiles.h"

#include <algorithm>

namespace knobscope {

namespace dense_dot_x86 {

constexpr const char* kDenseName = "dense_dot.x86";
constexpr const char* kBatchName = "batch_matmul_dot.x86";

/// When y is packed into blocks of columns.
enum Packing : int64_t { kInParts = 1, kBefore };

void scheduleDots(Schedule& s, TemplateContext& cfg, const MatrixDotExpression& e, int64_t block)
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
    if (cfg.numberWithin("pack", kInParts, kBefore) == kInParts) {
        packed.chosenBy("pack").computeAt(s[e.output], loops.part);
    } else {
        packed.parallel(packed.fuse({packed.axis(0), packed.axis(1)}));
    }
}

/// The product that one of op's functions reads, in the form for dot-product instructions.
template<auto Read>
MatrixProduct readDots(ArgumentReader& reader)
{
    const MatrixProduct p = Read(reader);
    if (ir::dotLength(p.type, p.weightType, p.outType) == 1) {
        reader.refuse(phrase("it adds products of 8-bit integers and of int16 in int32, of bfloat16 in float32; the given types "
                             "are {}, {} and {}",
                             p.type.text(), p.weightType.text(), p.outType.text()));
    }
    return p;
}

/// `isWhole`: blocks of columns divide the columns (packed weights), else the last one is filled up.
template<auto Dot, bool isWhole>
Result<TemplateInstance> runDots(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineNumbers({"tile_y", phrase("output rows")}, tileHeights());
    if (isWhole) {
        defineChannelBlock(cfg, {"tile_x", phrase("output columns")}, p.n);
    } else {
        cfg.defineNumbers({"tile_x", phrase("output columns")}, columnBlocks(p.n));
    }
    cfg.defineNumbers("row_parts", {1, 2, 4, 8, 16});
    cfg.defineNumbers({"unroll_k", phrase("terms of the sum")}, {1, 2, 4, 8});
    if (isWhole) {
        cfg.defineKnob("prefetch", {false, true});
    } else {
        cfg.defineNumbers("pack", {kInParts, kBefore});
    }
    const int64_t block = isWhole ? cfg.innermost("tile_x") : cfg.numberWithin("tile_x", 1);
    TRY(cfg.check());
    const MatrixDotExpression e = Dot(p, block, 1);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleDots(s, cfg, e, block);
    TRY(cfg.check());
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

constexpr int64_t kNearWeights = 32 << 10; // bytes: in a network, layers before replace others in the first caches

ConfigEntity tilesFor(const ConfigSpace& space, const TargetTraits& target, const MatrixProduct& p, int threads)
{
    const bool isWhole = std::holds_alternative<SplitKnob>(space.find("tile_x")->definition());
    RowTile tile = bestRowTile(target, p.m, p.n, isWhole);
    if (!isWhole) {
        tile.block = std::min(tile.block, columnBlocks(p.n).back()); // a vector can be wider than all candidates
    }
    const int64_t shares = p.batch * ir::ceilDivide(p.n, tile.block);
    const int64_t parts = threads == 1 || shares >= 4 * threads ? 1 : 4;
    return configWith(space, {{"tile_y", OtherEntity{tile.rows}},
                              {"tile_x", isWhole ? KnobValue(SplitEntity{fallbackSplit(p.n, {-1, tile.block})})
                                                 : KnobValue(OtherEntity{tile.block})},
                              {"row_parts", OtherEntity{parts}},
                              {"unroll_k", OtherEntity{int64_t{4}}},
                              {"prefetch", OtherEntity{p.n * p.k * p.weightType.bits / 8 > kNearWeights}},
                              {"pack", OtherEntity{int64_t{parts > 1 ? kBefore : kInParts}}}});
}

/// For a matrix as tall and wide as the registers.
ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    const auto* columns = std::get_if<SplitKnob>(&space.find("tile_x")->definition());
    return tilesFor(space, target, {.m = target.simdLanes, .n = columns ? columns->extent : 2 * target.simdLanes}, 1);
}

template<auto Read>
std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int threads)
{
    ArgumentReader reader("untuned", args);
    const MatrixProduct p = Read(reader);
    return reader.error() ? std::nullopt : std::optional(tilesFor(space, target, p, std::max(1, threads)));
}

} // namespace dense_dot_x86

Template denseDotX86()
{
    return {.name = dense_dot_x86::kDenseName,
            .summary = "Dense layer of integers or bfloat16 on x86 in dot products, with the weights packed",
            .run = runWith(dense_dot_x86::kDenseName, dense_dot_x86::readDots<readDense>, dense_dot_x86::runDots<denseDot, true>),
            .fallback = dense_dot_x86::fallback,
            .isExtra = true,
            .computes = {{"dense", {"int8", "int16", "bfloat16"}}},
            .untuned = dense_dot_x86::untuned<readDense>,
            .untunedRank = 1};
}

Template batchMatmulDotX86()
{
    return {.name = dense_dot_x86::kBatchName,
            .summary = "Batched matrix product of 8-bit integers or bfloat16 on x86 in dot products",
            .run = runWith(dense_dot_x86::kBatchName, dense_dot_x86::readDots<readPlainBatchMatmul>,
                           dense_dot_x86::runDots<batchMatmulDot, false>),
            .fallback = dense_dot_x86::fallback,
            .isExtra = true,
            .computes = {{.op = "batch_matmul", .types = {"int8", "bfloat16"}, .isPlain = true}},
            .untuned = dense_dot_x86::untuned<readPlainBatchMatmul>,
            .untunedRank = 1};
}

} // namespace knobscope
