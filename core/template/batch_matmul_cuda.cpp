// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

#include <algorithm>

namespace knobscope {

namespace batch_matmul_cuda {

/// Binds rows to threadIdx.y and the reduction to threadIdx.x.
void loadOperand(TemplateContext& cfg, StageRef load)
{
    const auto [row, rows] = load.chosenBy("tile_y").splitByParts(load.axis(1), cfg.split("tile_y")[1]);
    const auto [column, columns] = load.chosenBy("tile_x").splitByParts(load.axis(2), cfg.split("tile_x")[1]);
    load.reorder({row, column, rows, columns});
    load.bind(row, "threadIdx.y");
    load.bind(column, "threadIdx.x");
    pragmaUnroll(cfg, load, rows);
}

void scheduleProduct(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    const std::array readers{e.output};
    const ir::Tensor sharedA = s.cacheRead(e.a, ir::Scope::Shared, readers);
    const ir::Tensor ownA = s.cacheRead(sharedA, ir::Scope::Local, readers);
    const ir::Tensor sharedB = s.cacheRead(e.b, ir::Scope::Shared, readers);
    const ir::Tensor ownB = s.cacheRead(sharedB, ir::Scope::Local, readers);
    const ir::Tensor local = s.cacheWrite(e.output, ir::Scope::Local);

    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto y = cfg.applySplit(out, axes[1], "tile_y");
    const auto x = cfg.applySplit(out, axes[2], "tile_x");
    if (cfg.error() || y.size() != 3 || x.size() != 3) {
        return;
    }
    out.reorder({axes[0], y[0], x[0], y[1], x[1], y[2], x[2]});
    out.bind(axes[0], "blockIdx.z");
    out.chosenBy("tile_y").bind(y[0], "blockIdx.y");
    out.chosenBy("tile_y").bind(y[1], "threadIdx.y");
    out.chosenBy("tile_x").bind(x[0], "blockIdx.x");
    out.chosenBy("tile_x").bind(x[1], "threadIdx.x");
    pragmaUnroll(cfg, out, y[2]);

    StageRef sum = s[local];
    sum.computeAt(out, x[1]);
    const auto own = sum.axes();
    const auto k = cfg.applySplit(sum, sum.reduceAxis(0), "tile_k");
    sum.reorder({k[0], k[1], own[1], own[2]});
    pragmaUnroll(cfg, sum, k[1]);
    for (const ir::Tensor& shared : {sharedA, sharedB}) {
        s[shared].computeAt(sum, k[0]);
        loadOperand(cfg, s[shared]);
    }
    s[ownA].computeAt(sum, k[1]);
    s[ownB].computeAt(sum, k[1]);
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_y", phrase("output rows")}, p.m, 3);
    cfg.defineSplit({"tile_x", phrase("output columns")}, p.n, 3);
    cfg.defineSplit({"tile_k", phrase("terms of the sum")}, p.k, 2);
    cfg.defineUnroll({8, 16, 32, 64});
    const MatrixExpression e = batchMatmul(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    scheduleProduct(s, cfg, e);
    return instance(cfg, std::move(s), p.plainFlops(), p.plainFlops());
}

/// Square power-of-two tiles of up to 64, with at most 8 threads per side.
ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    const auto tile = [&](const char* name) {
        const int64_t extent = extentOf(space, name);
        int64_t size = 1;
        while (size < 64 && extent % (2 * size) == 0) {
            size *= 2;
        }
        const int64_t threads = std::min<int64_t>(size, 8);
        return SplitEntity{{-1, threads, size / threads}};
    };
    return configWith(space, {{"tile_y", tile("tile_y")},
                              {"tile_x", tile("tile_x")},
                              {"tile_k", SplitEntity{{-1, 8}}},
                              {"auto_unroll_max_step", OtherEntity{int64_t{16}}}});
}

} // namespace batch_matmul_cuda

Template batchMatmulCuda()
{
    return {.name = "batch_matmul.cuda",
            .summary = "Batched matrix product on a GPU",
            .isGpu = true,
            .run = runWith("batch_matmul.cuda", readBatchMatmul, batch_matmul_cuda::run),
            .fallback = batch_matmul_cuda::fallback,
            .computes = {{"batch_matmul"}}};
}

} // namespace knobscope
