// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace {

Result<TemplateInstance> scheduled(TemplateContext& cfg, const MatrixProduct& p, const std::vector<int64_t>& y,
                                   const std::vector<int64_t>& x)
{
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    const MatrixExpression e = matmul(p);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.a, e.b});
    StageRef c = s[e.output];
    const ir::IterVar k = c.reduceAxis(0);
    const auto axes = c.axes();
    s.setKnob("tile_y");
    const auto ys = c.splitTo(axes[0], y);
    s.setKnob("tile_x");
    const auto xs = c.splitTo(axes[1], x);
    s.setKnob({});
    c.reorder({ys[0], xs[0], k, ys[1], xs[1]});
    const double flops = autotvmFlops(e.output);
    return TemplateInstance{std::move(s), flops, p.plainFlops()};
}

Result<TemplateInstance> runV1(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("tutorial/matmul_v1", args);
    const MatrixProduct p = readTutorialMatmul(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    const std::vector<OtherValue> sizes{int64_t{1}, int64_t{2}, int64_t{4}, int64_t{8}, int64_t{16}};
    cfg.defineKnob("tile_y", sizes);
    cfg.defineKnob("tile_x", sizes);
    return scheduled(cfg, p, {-1, cfg.number("tile_y")}, {-1, cfg.number("tile_x")});
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("tutorial/matmul", args);
    const MatrixProduct p = readTutorialMatmul(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_y", p.m, 2);
    cfg.defineSplit("tile_x", p.n, 2);
    return scheduled(cfg, p, cfg.split("tile_y"), cfg.split("tile_x"));
}

} // namespace

Template tutorialMatmulV1()
{
    return {"tutorial/matmul_v1", "The tutorial's first matrix product: tile sizes from a short list", {}, false, runV1,
            firstCandidates};
}

Template tutorialMatmul()
{
    return {"tutorial/matmul", "The tutorial's matrix product: all exact tilings", {}, false, run, firstCandidates};
}

} // namespace knobscope
