// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dot.h"
#include "core/op/matrixdot.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"
#include "core/template/dottiles.h"
#include "core/template/rowtiles.h"

#include <algorithm>

namespace knobscope {

namespace dense_dot_x86 {

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

/// Whether a block of 16 to 64 columns divides the columns. If none does (30,522 = 2 * 3 * 5087), the last block is filled up.
bool hasWholeBlocks(int64_t columns)
{
    constexpr int64_t least = 16, most = 64;
    int64_t block = most;
    while (columns % block != 0) {
        --block;
    }
    return block >= std::min(least, columns);
}

/// `isPacked`: the second factor are weights, packed before; their blocks divide the columns where possible.
template<auto Dot, bool isPacked>
Result<TemplateInstance> runDots(TemplateContext& cfg, const MatrixProduct& p)
{
    const bool isWhole = isPacked && hasWholeBlocks(p.n);
    cfg.defineNumbers({"tile_y", phrase("output rows")}, tileHeights());
    if (isWhole) {
        defineChannelBlock(cfg, {"tile_x", phrase("output columns")}, p.n);
    } else {
        cfg.defineNumbers({"tile_x", phrase("output columns")}, columnBlocks(p.n));
    }
    cfg.defineNumbers("row_parts", {1, 2, 4, 8, 16});
    cfg.defineNumbers({"unroll_k", phrase("terms of the sum")}, {1, 2, 4, 8});
    if (isPacked) {
        cfg.defineKnob("prefetch", {false, true});
    } else {
        cfg.defineNumbers("pack", {kPackInParts, kPackBefore});
    }
    const int64_t block = isWhole ? cfg.innermost("tile_x") : cfg.numberWithin("tile_x", 1);
    TRY(cfg.check());
    const MatrixDotExpression e = Dot(p, block, 1);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleDotTiles(s, cfg, e, block);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

template<auto Read>
std::optional<ConfigEntity> untuned(const ConfigSpace& space, const TargetTraits& target, const nlohmann::json& args, int threads)
{
    ArgumentReader reader("untuned", args);
    const MatrixProduct p = Read(reader);
    return reader.error() ? std::nullopt : std::optional(dotTilesFor(space, target, p, std::max(1, threads)));
}

template<auto Read, auto Dot, bool isPacked>
Template makeTemplate(const char* name, const char* summary, const LayerKind& computes)
{
    return {.name = name,
            .summary = summary,
            .run = runWith(name, readDots<Read>, runDots<Dot, isPacked>),
            .fallback = fallbackDotTiles,
            .isExtra = true,
            .computes = {computes},
            .untuned = untuned<Read>,
            .untunedRank = 1};
}

} // namespace dense_dot_x86

Template denseDotX86()
{
    return dense_dot_x86::makeTemplate<readDense, denseDot, true>(
        "dense_dot.x86", "Dense layer of integers or bfloat16 on x86 in dot products, with the weights packed",
        {"dense", {"int8", "int16", "bfloat16"}});
}

Template batchMatmulDotX86()
{
    return dense_dot_x86::makeTemplate<readPlainBatchMatmul, batchMatmulDot, false>(
        "batch_matmul_dot.x86", "Batched matrix product of 8-bit integers or bfloat16 on x86 in dot products",
        {.op = "batch_matmul", .types = {"int8", "bfloat16"}, .isPlain = true});
}

} // namespace knobscope
