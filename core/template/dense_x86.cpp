// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/dense.h"
#include "core/op/flops.h"
#include "core/template/all.h"

namespace knobscope {

namespace {

/// Sums over vectors of K first, then over the lanes.
void scheduleNopack(Schedule& s, TemplateContext& cfg, const MatrixExpression& e, const ir::Tensor& partial)
{
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const ir::IterVar lane = out.reduceAxis(0);
    const auto y = cfg.applySplit(s, out, axes[0], "tile_y");
    const auto x = cfg.applySplit(s, out, axes[1], "tile_x");
    out.reorder({y[0], x[0], y[1], x[1], lane});
    const ir::IterVar tiles = out.fuse({y[0], x[0]});
    out.parallel(tiles);
    out.unroll(lane);

    StageRef sums = s[partial];
    sums.computeAt(out, tiles);
    const auto own = sums.axes();
    const ir::IterVar k = sums.reduceAxis(0);
    const ir::IterVar rows = sums.fuse({own[0], own[1]});
    sums.reorder({k, rows, own[2]});
    sums.unroll(rows);
    s.setKnob("tile_k");
    sums.vectorize(own[2]);
    s.setKnob({});
}

Result<TemplateInstance> runNopack(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("dense_nopack.x86", args);
    const MatrixProduct p = readDense(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_y", p.m, 2);
    cfg.defineSplit("tile_x", p.n, 2);
    cfg.defineSplit("tile_k", p.k, 2);
    const int64_t lanes = cfg.last("tile_k");
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    if (p.k % lanes != 0) {
        return fail(ErrorCode::InvalidArgument, "Knob tile_k: vectors of {} do not divide {} features", lanes, p.k);
    }
    ir::Tensor partial;
    const MatrixExpression e = densePartial(p, lanes, partial);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.a, e.b});
    scheduleNopack(s, cfg, e, partial);
    const double flops = autotvmFlops(e.output);
    return TemplateInstance{std::move(s), flops, p.plainFlops()};
}

ConfigEntity fallbackNopack(const ConfigSpace& space, const TargetTraits& target)
{
    const auto extent = [&](const char* name) { return std::get<SplitKnob>(space.find(name)->definition()).extent; };
    const int64_t lanes[] = {-1, int64_t{2} * target.simdLanes};
    const std::pair<std::string, KnobValue> values[] = {{"tile_y", SplitEntity{{-1, extent("tile_y")}}},
                                                        {"tile_x", SplitEntity{{-1, 1}}},
                                                        {"tile_k", SplitEntity{fallbackSplit(extent("tile_k"), lanes)}}};
    return configWith(space, values);
}

void schedulePack(Schedule& s, TemplateContext& cfg, const MatrixExpression& e)
{
    const ir::Tensor tile = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    const auto axes = out.axes();
    const auto y = cfg.applySplit(s, out, axes[0], "tile_y");
    const auto x = cfg.applySplit(s, out, axes[1], "tile_x");
    out.reorder({x[0], y[0], y[1], x[1], y[2], x[2]});
    out.parallel(out.fuse({x[0], y[0]}));
    const ir::IterVar middle = out.fuse({y[1], x[1]});
    out.unroll(y[2]);
    out.vectorize(x[2]);

    StageRef sum = s[tile];
    sum.computeAt(out, middle);
    const auto own = sum.axes();
    const auto k = cfg.applySplit(s, sum, sum.reduceAxis(0), "tile_k");
    sum.reorder({k[0], k[1], own[0], own[1]});
    s.setKnob("tile_x"); // its innermost part is the extent of this axis
    sum.vectorize(own[1]);
    s.setKnob({});
    const int64_t inner = cfg.last("tile_inner");
    if (inner > 1) {
        s.setKnob("tile_inner");
        const auto [groups, row] = sum.split(own[0], inner);
        sum.reorder({k[0], groups, k[1], row, own[1]});
        sum.unroll(groups);
        s.setKnob({});
        sum.unroll(k[1]);
        sum.unroll(row);
    } else {
        sum.unroll(k[1]);
        s.setKnob("tile_y");
        sum.unroll(own[0]);
        s.setKnob({});
    }
}

Result<TemplateInstance> runPack(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("dense_pack.x86", args);
    const MatrixProduct p = readDense(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_y", p.m, 3);
    cfg.defineSplit("tile_x", p.n, 3);
    cfg.defineSplit("tile_k", p.k, 2);
    cfg.defineSplit("tile_inner", p.m, 2, {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::SizeLe, -1, {16}, {}}});
    const int64_t block = cfg.last("tile_x");
    if (cfg.error()) {
        return tl::make_unexpected(*cfg.error());
    }
    if (p.n % block != 0) {
        return fail(ErrorCode::InvalidArgument, "Knob tile_x: a weight block of {} does not divide {} features", block, p.n);
    }
    const MatrixExpression e = densePacked(p, block);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.a, e.b});
    schedulePack(s, cfg, e);
    const double flops = autotvmFlops(e.output);
    return TemplateInstance{std::move(s), flops, p.plainFlops()};
}

ConfigEntity fallbackPack(const ConfigSpace& space, const TargetTraits& target)
{
    const auto extent = [&](const char* name) { return std::get<SplitKnob>(space.find(name)->definition()).extent; };
    const int64_t rows[] = {-1, 1, 16};
    const int64_t columns[] = {-1, 1, int64_t{2} * target.simdLanes};
    const int64_t depth[] = {-1, 1};
    const int64_t inner[] = {-1, 8};
    const std::pair<std::string, KnobValue> values[] = {{"tile_y", SplitEntity{fallbackSplit(extent("tile_y"), rows)}},
                                                        {"tile_x", SplitEntity{fallbackSplit(extent("tile_x"), columns)}},
                                                        {"tile_k", SplitEntity{fallbackSplit(extent("tile_k"), depth)}},
                                                        {"tile_inner", SplitEntity{fallbackSplit(extent("tile_inner"), inner)}}};
    return configWith(space, values);
}

} // namespace

Template denseNopackX86()
{
    return {"dense_nopack.x86", "Dense layer on x86, weights as they are: partial sums over vectors", {}, false, runNopack,
            fallbackNopack};
}

Template densePackX86()
{
    return {"dense_pack.x86", "Dense layer on x86 with the weights packed into blocks of columns", {}, false, runPack,
            fallbackPack};
}

} // namespace knobscope
