// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/template/all.h"

namespace knobscope {

namespace dense_small_batch_gpu {

/// One block per output element; its threads share the reduction and add their partial sums.
void schedule(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    StageRef out = s[e.output];
    const auto k = cfg.applySplit(out, out.reduceAxis(0), "tile_k");
    const ir::Tensor partial = s.rfactor(e.output, k[1]);
    out = s[e.output];
    const ir::IterVar part = out.reduceAxis(0);
    out.bind(out.axis(0), "blockIdx.y");
    out.bind(out.axis(1), "blockIdx.x");
    out.chosenBy("tile_k").bind(part, "threadIdx.x");
    s[partial].setScope(ir::Scope::Local);
    s[partial].computeAt(out, part);
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit({"tile_k", phrase("terms of the sum")}, p.k, 2);
    const MatrixExpression e = dense(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    schedule(s, cfg, e);
    const double parts = static_cast<double>(p.m) * static_cast<double>(p.n); // one addition per output, as in the first config
    return instance(cfg, std::move(s), p.plainFlops() + parts, p.plainFlops());
}

ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    const bool isLong = extentOf(space, "tile_k") > 64;
    return configWith(space, {{"tile_k", SplitEntity{{isLong ? -1 : 1, 64}}}});
}

} // namespace dense_small_batch_gpu

Template denseSmallBatchGpu()
{
    return {.name = "dense_small_batch.gpu",
            .summary = "Dense layer on a GPU, one block per output",
            .aliases = {"dense_small_batch.cuda"},
            .isGpu = true,
            .run = runWith("dense_small_batch.gpu", readDense, dense_small_batch_gpu::run),
            .fallback = dense_small_batch_gpu::fallback,
            .computes = {{"dense"}}};
}

} // namespace knobscope
