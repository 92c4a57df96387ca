// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace {

constexpr const char* throwaway = "dense_throwaway.x86";

Result<TemplateInstance> runThrowaway(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader(throwaway, args);
    const MatrixProduct p = readDense(reader);
    TRY(reader.check());
    cfg.defineSplit("tile_x", p.n, 2);
    const MatrixExpression e = dense(p);
    Schedule s = cfg.makeSchedule({e.output}, {e.a, e.b});
    StageRef c = s[e.output];
    const ir::IterVar k = c.reduceAxis(0);
    const auto columns = cfg.applySplit(c, c.axis(1), "tile_x");
    c.reorder({columns[0], k, columns[1]});
    return instance(cfg, std::move(s), autotvmFlops(e.output), p.plainFlops());
}

} // namespace

Template throwawayTemplate()
{
    return {.name = throwaway,
            .summary = "Dense layer of a test",
            .run = runThrowaway,
            .fallback = firstCandidates,
            .isExtra = true,
            .computes = {{"dense", {"float32"}}},
            .untunedRank = 0};
}

} // namespace knobscope
