// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace dense_nopack_x86 {

/// Sums over vectors of K first, then over the lanes.
void schedule(Schedule& s, TemplateContext& cfg, const MatrixExpression& e, const ir::Tensor& partial)
{
    // If the element type is too narrow for sums, the whole sums get their own buffer.
    const bool isNarrow = partial.type() != e.output.type();
    const ir::Tensor whole = isNarrow ? s.cacheWrite(e.output, ir::Scope::Local) : e.output;
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const ir::IterVar lane = s[whole].reduceAxis(0);
    const auto y = cfg.applySplit(out, axes[0], "tile_y");
    const auto x = cfg.applySplit(out, axes[1], "tile_x");
    if (isNarrow) {
        out.reorder({y[0], x[0], y[1], x[1]});
    } else {
        out.reorder({y[0], x[0], y[1], x[1], lane});
    }
    const ir::IterVar tiles = out.fuse({y[0], x[0]});
    out.parallel(tiles);
    if (isNarrow) {
        s[whole].computeAt(out, x[1]);
    }
    s[whole].unroll(lane);

    StageRef sums = s[partial];
    sums.computeAt(out, tiles);
    const auto own = sums.axes();
    const ir::IterVar k = sums.reduceAxis(0);
    const ir::IterVar rows = sums.fuse({own[0], own[1]});
    sums.reorder({k, rows, own[2]});
    sums.unroll(rows);
    sums.chosenBy("tile_k").vectorize(own[2]);
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_y", phrase("output rows")}, p.m, 2);
    cfg.defineSplit({"tile_x", phrase("output columns")}, p.n, 2);
    cfg.defineSplit({"tile_k", phrase("terms of the sum")}, p.k, 2);
    const int64_t lanes = cfg.innermost("tile_k");
    TRY(cfg.check());
    if (p.k % lanes != 0) {
        return fail(ErrorCode::InvalidArgument, "Knob tile_k: vectors of {} do not divide {} features", lanes, p.k);
    }
    ir::Tensor partial;
    const MatrixExpression e = densePartial(p, lanes, partial);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    schedule(s, cfg, e, partial);
    const MatrixExpression plain = dense(p); // plain definition: lane sums of narrow types are each rounded
    return instance(cfg, std::move(s), autotvmFlops(e.output), p.plainFlops(),
                    OperatorDefinition{{plain.a, plain.b}, plain.output});
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits& target)
{
    return configWith(space,
                      {{"tile_y", SplitEntity{{-1, extentOf(space, "tile_y")}}},
                       {"tile_x", SplitEntity{{-1, 1}}},
                       {"tile_k", SplitEntity{fallbackSplit(extentOf(space, "tile_k"), {-1, int64_t{2} * target.simdLanes})}}});
}

} // namespace dense_nopack_x86

Template denseNopackX86()
{
    return {.name = "dense_nopack.x86",
            .summary = "Dense layer on x86, weights as they are: partial sums over vectors",
            .run = runWith("dense_nopack.x86", readDense, dense_nopack_x86::run),
            .fallback = dense_nopack_x86::fallback,
            .computes = {{"dense", {"float32", "int8", "bfloat16"}}},
            .cpus = Cpus::All};
}

} // namespace knobscope
