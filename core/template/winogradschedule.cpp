// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/winogradschedule.h"

#include "core/ir/dot.h"
#include "core/template/blockedconv.h"
#include "core/template/gpuschedule.h"
#include "core/template/padding.h"

namespace knobscope {

namespace {

constexpr int64_t kTransformThreads = 128; // AutoTVM's value, not a knob

} // namespace

void scheduleKernelTransform(Schedule& s, const WinogradBlockedExpression& e)
{
    StageRef pack = s[e.kernelTransform];
    pack.precompute();
    const auto a = pack.axes();
    std::vector<ir::IterVar> order{a[2], a[3], a[4], a[0], a[1]};
    order.insert(order.end(), a.begin() + 6, a.end()); // of int16
    order.push_back(a[5]);
    pack.reorder(order);
    pack.unroll(a[1]);
    pack.vectorize(a[5]);
    StageRef rows = s[e.kernelRows];
    rows.computeAt(pack, a[4]);
    rows.reorder({rows.axis(1), rows.axis(0)});
    rows.unroll(rows.axis(0));
    rows.vectorize(rows.axis(5));
    pack.parallel(pack.fuse({a[2], a[3]}));
}

void scheduleInputTransform(Schedule& s, const WinogradBlockedExpression& e, const ir::IterVar& block)
{
    StageRef pack = s[e.dataTransform];
    const auto a = pack.axes();
    pack.computeAt(s[e.output], block);
    pack.reorder({a[2], a[3], a[4], a[5], a[1], a[0], a[6]});
    pack.unroll(a[0]);
    pack.chosenBy("tile_ic").vectorize(a[6]);
    StageRef rows = s[e.dataRows];
    rows.computeAt(pack, a[5]);
    rows.unroll(rows.axis(5));
    rows.chosenBy("tile_ic").vectorize(rows.axis(6));
    computePaddingAt(s, {e.data, e.kernel, e.padded, e.output}, pack, a[3], "tile_ic");
}

WinogradLoops scheduleOutputTransform(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, int64_t m)
{
    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [tileRows, vh] = out.chosenBy("tile_m").split(a[2], m);
    const auto [tileColumns, vw] = out.chosenBy("tile_m").split(a[3], m);
    const int64_t allRows = e.product.dim(4);
    const int64_t blocks = cfg.numberWithin("row_blocks", 1);
    const auto [block, tileRow] = out.chosenBy("row_blocks").split(tileRows, (allRows + blocks - 1) / blocks);
    out.reorder({a[0], block, a[1], tileRow, tileColumns, vh, vw, a[4]});
    const ir::IterVar outer = out.fuse({a[0], block});
    out.parallel(outer);
    out.unroll(vw);
    out.chosenBy("tile_oc").vectorize(a[4]);
    StageRef inverse = s[e.inverseRows];
    inverse.computeAt(out, tileColumns);
    inverse.reorder({inverse.axis(5), inverse.axis(4)});
    inverse.unroll(inverse.axis(4));
    inverse.chosenBy("tile_oc").vectorize(inverse.axis(6));
    return {outer, a[1]};
}

void scheduleWinogradProduct(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, const ir::Tensor& sums)
{
    StageRef out = s[e.product];
    const auto a = out.axes();
    const auto [rows, row] = out.chosenBy("tile_r").split(a[4], cfg.number("tile_r"));
    const auto [columns, column] = out.chosenBy("tile_s").split(a[5], cfg.number("tile_s"));
    out.reorder({a[0], a[1], a[2], a[3], rows, columns, row, column, a[6]});
    out.unrollAll({row, column});
    out.chosenBy("tile_oc").vectorize(a[6]);
    StageRef sum = s[sums];
    sum.computeAt(out, columns);
    const auto own = sum.axes();
    std::vector<ir::IterVar> order{own[0], own[1], own[2], own[3], sum.reduceAxis(0), sum.reduceAxis(1), own[4], own[5], own[6]};
    const bool isOfWords = sum.reduceAxes().size() > 2;
    if (isOfWords) {
        order.push_back(sum.reduceAxis(2));
    }
    sum.reorder(order);
    sum.unrollAll({own[4], own[5]});
    sum.chosenBy("tile_oc").vectorize(own[6]);
    if (isOfWords) {
        sum.tensorize(sum.reduceAxis(2), ir::kDotOperation);
    }
    if (cfg.flag("prefetch")) { // weights of the next position, shared by the tiles of this one
        sum.chosenBy("prefetch").prefetch(e.kernelTransform, 1, 1, {rows, columns});
    }
}

void scheduleKernelTransform(Schedule& s, const WinogradExpression& e)
{
    StageRef stage = s[e.kernelTransform];
    const auto a = stage.axes();
    const auto r = stage.reduceAxes();
    stage.precompute();
    const ir::IterVar fused = stage.fuse({a[2], a[3]});
    const auto [block, thread] = stage.split(fused, kTransformThreads);
    stage.reorder({block, thread, a[0], a[1], r[0], r[1]});
    stage.unrollAll({a[0], a[1], r[0], r[1]});
    stage.bind(block, "blockIdx.x");
    stage.bind(thread, "threadIdx.x");
}

void scheduleInputTransform(Schedule& s, const WinogradExpression& e)
{
    const ir::Tensor local = s.cacheWrite(e.dataTransform, ir::Scope::Local);
    StageRef sum = s[local];
    sum.unrollAll({sum.axis(0), sum.axis(1), sum.reduceAxis(0), sum.reduceAxis(1)});

    StageRef out = s[e.dataTransform];
    const auto a = out.axes();
    const auto [tiles, tile] = out.split(a[3], 1);
    const ir::IterVar fused = out.fuse({a[2], tiles});
    const auto [block, thread] = out.split(fused, kTransformThreads);
    out.reorder({block, thread, tile, a[0], a[1]});
    out.bind(block, "blockIdx.x");
    out.bind(thread, "threadIdx.x");
    sum.computeAt(out, tile);
    s[e.inputTile].computeAt(out, tile);
    inlinePadding(s, e.data, e.padded);
}

void scheduleOutputTransform(Schedule& s, const WinogradExpression& e, int64_t m)
{
    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [ho, wo, hi, wi] = out.tile(a[2], a[3], m, m);
    const auto [whole, batch] = out.splitByParts(a[0], 1);
    const ir::IterVar thread = bindToBlocks(out, out.fuse({batch, a[1], ho, wo}), kTransformThreads);
    StageRef inverse = s[e.inverse];
    inverse.unrollAll({inverse.axis(2), inverse.axis(3), inverse.reduceAxis(0), inverse.reduceAxis(1)});
    inverse.computeAt(out, thread);
}

} // namespace knobscope
