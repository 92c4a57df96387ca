// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace tutorial_matmul {

Result<TemplateInstance> scheduled(TemplateContext& cfg, const MatrixProduct& p, const std::vector<int64_t>& y,
                                   const std::vector<int64_t>& x)
{
    TRY(cfg.check());
    const MatrixExpression e = matmul(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    StageRef c = s[e.output];
    const ir::IterVar k = c.reduceAxis(0);
    const auto axes = c.axes();
    const auto ys = c.chosenBy("tile_y").splitBySizes(axes[0], y);
    const auto xs = c.chosenBy("tile_x").splitBySizes(axes[1], x);
    c.reorder({ys[0], xs[0], k, ys[1], xs[1]});
    return instance(cfg, std::move(s), autotvmFlops(e.output), p.plainFlops());
}

Result<TemplateInstance> runV1(TemplateContext& cfg, const MatrixProduct& p)
{
    const std::vector<int64_t> sizes{1, 2, 4, 8, 16};
    cfg.defineNumbers("tile_y", sizes);
    cfg.defineNumbers("tile_x", sizes);
    return scheduled(cfg, p, {-1, cfg.number("tile_y")}, {-1, cfg.number("tile_x")});
}

Result<TemplateInstance> run(TemplateContext& cfg, const MatrixProduct& p)
{
    cfg.defineSplit("tile_y", p.m, 2);
    cfg.defineSplit("tile_x", p.n, 2);
    return scheduled(cfg, p, cfg.split("tile_y"), cfg.split("tile_x"));
}

} // namespace tutorial_matmul

Template tutorialMatmulV1()
{
    return {.name = "tutorial/matmul_v1",
            .summary = "The tutorial's first matrix product: tile sizes from a short list",
            .run = runWith("tutorial/matmul_v1", readTutorialMatmul, tutorial_matmul::runV1),
            .fallback = firstCandidates};
}

Template tutorialMatmul()
{
    return {.name = "tutorial/matmul",
            .summary = "The tutorial's matrix product: all exact tilings",
            .run = runWith("tutorial/matmul", readTutorialMatmul, tutorial_matmul::run),
            .fallback = firstCandidates};
}

} // namespace knobscope
