// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/dot.h"
#include "core/op/matrixdot.h"
#include "core/template/all.h"
#include "core/template/blockedconv.h"

namespace knobscope {

namespace dense_dot_x86 {

constexpr const char* kDenseName = "dense_dot.x86";
constexpr const char* kBatchName = "batch_matmul_dot.x86";

/// Blocks of columns in parallel; register tiles of rows by one block, for some groups of the reduction at a time.
void scheduleDots(Schedule& s, TemplateContext& cfg, const MatrixDotExpression& e)
{
    const ir::Tensor tile = e.sums == e.output ? s.cacheWrite(e.output, ir::Scope::Local) : e.sums;
    s[tile].setScope(ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const size_t first = axes.size() - 2; // after the batch
    const auto y = cfg.applySplit(out, axes[first], "tile_y");
    const auto [x, lane] = out.chosenBy("tile_x").split(axes[first + 1], cfg.innermost("tile_x"));
    out.reorder({x, y[0], y[1], lane});
    const ir::IterVar outer = first > 0 ? out.fuse({axes[0], x}) : x;
    out.parallel(outer);
    out.unroll(y[1]);
    out.chosenBy("tile_x").vectorize(lane);

    StageRef sum = s[tile];
    sum.computeAt(out, y[0]);
    const auto own = sum.axes();
    const auto [groups, group] = sum.chosenBy("tile_k").split(sum.reduceAxis(0), cfg.number("tile_k"));
    sum.reorder({groups, group, own[first], own[first + 1], sum.reduceAxis(1)});
    sum.unrollAll({group, own[first]});
    sum.chosenBy("tile_x").vectorize(own[first + 1]);
    sum.tensorize(sum.reduceAxis(1), ir::kDotOperation);

    if (!(e.rows == e.a)) {
        s[e.rows].vectorize(s[e.rows].axes().back());
    }
    if (!(e.columns == e.b)) {
        s[e.columns].computeAt(out, outer);
        s[e.columns].vectorize(s[e.columns].axes().back());
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

template<auto Dot>
Result<TemplateInstance> runDots(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_y", phrase("output rows")}, p.m, 2,
                    {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {16}, {}}});
    defineChannelBlock(cfg, {"tile_x", phrase("output columns")}, p.n);
    cfg.defineNumbers({"tile_k", phrase("terms of the sum")}, {1, 2, 4, 8});
    TRY(cfg.check());
    const MatrixDotExpression e = Dot(p, cfg.innermost("tile_x"), 1);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleDots(s, cfg, e);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

/// Two vectors of columns by as many rows as the registers allow.
ConfigEntity fallbackDots(const ConfigSpace& space, const TargetTraits& target)
{
    const int64_t rows = target.simdLanes >= 16 ? 8 : 4;
    return configWith(space, {{"tile_y", SplitEntity{fallbackSplit(extentOf(space, "tile_y"), {-1, rows})}},
                              {"tile_x", fallbackBlock(space, "tile_x", target)},
                              {"tile_k", OtherEntity{int64_t{1}}}});
}

} // namespace dense_dot_x86

Template denseDotX86()
{
    return {.name = dense_dot_x86::kDenseName,
            .summary = "Dense layer of integers or bfloat16 on x86 in dot products, with the weights packed",
            .run = runWith(dense_dot_x86::kDenseName, dense_dot_x86::readDots<readDense>, dense_dot_x86::runDots<denseDot>),
            .fallback = dense_dot_x86::fallbackDots,
            .isExtra = true,
            .computes = {{"dense", {"int8", "int16", "bfloat16"}}},
            .untunedRank = 1};
}

Template batchMatmulDotX86()
{
    return {.name = dense_dot_x86::kBatchName,
            .summary = "Batched matrix product of 8-bit integers or bfloat16 on x86 in dot products",
            .run = runWith(dense_dot_x86::kBatchName, dense_dot_x86::readDots<readPlainBatchMatmul>,
                           dense_dot_x86::runDots<batchMatmulDot>),
            .fallback = dense_dot_x86::fallbackDots,
            .isExtra = true,
            .computes = {{.op = "batch_matmul", .types = {"int8", "bfloat16"}, .isPlain = true}},
            .untunedRank = 1};
}

} // namespace knobscope
