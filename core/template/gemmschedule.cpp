// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/gemmschedule.h"

#include "core/template/gpuschedule.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kPackThreads = 128; // threads per block of the kernels around the product; not a knob

/// Splits one direction of the product into block, virtual thread, thread and fragment.
GpuTile divideGemm(StageRef out, const ir::IterVar& axis, int64_t threads, int64_t each, const std::string& blockKnob,
                   const std::string& threadKnob)
{
    const auto [fragments, inner] = out.chosenBy(threadKnob).split(axis, kGemmFragment);
    const auto [rest, thread] = out.chosenBy(blockKnob).split(fragments, threads);
    const auto [block, virtualThread] = out.chosenBy(threadKnob).split(rest, each / kGemmFragment);
    return {block, virtualThread, thread, inner};
}

void bindGemm(StageRef out, const GpuTile& d, char dimension, const std::string& blockKnob, const std::string& threadKnob)
{
    out.chosenBy(blockKnob).bind(d.block, fmt::format("blockIdx.{}", dimension));
    out.chosenBy(blockKnob).bind(d.thread, fmt::format("threadIdx.{}", dimension));
    out.chosenBy(threadKnob).bind(d.virtualThread, "vthread");
}

/// Adjacent threads copy adjacent vectors of the tile.
void scheduleGemmCopy(StageRef copy, const GemmTiling& t, int64_t width, const std::string& knob)
{
    const ir::IterVar whole = copy.fuse({copy.axis(0), copy.axis(1)});
    const auto [vectors, lanes] = copy.chosenBy(knob).split(whole, width);
    copy.chosenBy(knob).vectorize(lanes);
    const auto [rest, x] = copy.chosenBy("block_p").split(vectors, t.threadsP());
    copy.chosenBy("block_p").bind(x, "threadIdx.x");
    const auto y = copy.chosenBy("block_f").split(rest, t.threadsF())[1];
    copy.chosenBy("block_f").bind(y, "threadIdx.y");
}

/// Tiles of the two matrices that the product reads.
struct GemmMatrices {
    ir::Tensor sharedPacked, sharedColumns, ownPacked, ownColumns;
};

/// Computes the product at `thread` of `out`: accumulates in registers, loads both matrices through shared memory in small steps.
void scheduleGemmProduct(Schedule& s, TemplateContext& cfg, const GemmTiling& t, const ir::Tensor& product,
                         const GemmMatrices& matrices, StageRef out, const ir::IterVar& thread)
{
    StageRef sum = s[product];
    sum.computeAt(out, thread);
    const auto [ko, ki] = sum.chosenBy("step_k").split(sum.reduceAxis(0), t.step);
    const auto own = sum.axes();
    sum.reorder({ko, ki, own[0], own[1], own[2]});
    sum.unrollAll({own[1], own[2]});
    if (cfg.number("unroll_k") != 0) {
        sum.chosenBy("unroll_k").unroll(ki);
    }
    for (const ir::Tensor& shared : {matrices.sharedPacked, matrices.sharedColumns}) {
        s[shared].computeAt(sum, ko);
        s[shared].asyncCopy();
        s[shared].chosenBy("stages").pipeline(t.stages);
    }
    for (const ir::Tensor& fragments : {matrices.ownPacked, matrices.ownColumns}) {
        s[fragments].computeAt(sum, ki);
        s[fragments].vectorize(s[fragments].axis(1)); // one tap at a time, as 16-byte loads
    }
    scheduleGemmCopy(s[matrices.sharedPacked], t, kGemmFragment, "thread_f");
    scheduleGemmCopy(s[matrices.sharedColumns], t, t.vector, "vector_p");
}

/// Schedules the stage that writes the product's tiles: the output itself, or the parts that a second kernel adds.
void scheduleGemmTiles(Schedule& s, TemplateContext& cfg, const ImplicitGemmExpression& e, const GemmTiling& t)
{
    const bool isWhole = t.parts == 1;
    const ir::Tensor product = isWhole ? e.product : s.cacheWrite(e.product, ir::Scope::Local);
    const std::array readers{product};
    GemmMatrices m;
    m.sharedPacked = s.cacheRead(e.packed, ir::Scope::Shared, readers);
    m.sharedColumns = s.cacheRead(e.columns, ir::Scope::Shared, readers);
    m.ownPacked = s.cacheRead(m.sharedPacked, ir::Scope::Local, readers);
    m.ownColumns = s.cacheRead(m.sharedColumns, ir::Scope::Local, readers);
    s[e.columns].computeInline();

    StageRef out = s[isWhole ? e.output : e.product];
    const auto axes = out.axes();
    ir::IterVar pixels = axes.back();
    if (isWhole) {
        out.reorder({axes[1], axes[0], axes[2], axes[3]});
        pixels = axes[0].extent == 1 ? out.fuse({axes[2], axes[3]}) : out.fuse({axes[0], axes[2], axes[3]});
    }
    const GpuTile f = divideGemm(out, axes[1], t.threadsF(), t.threadF, "block_f", "thread_f");
    const GpuTile p = divideGemm(out, pixels, t.threadsP(), t.threadP, "block_p", "thread_p");
    if (!isWhole) {
        out.chosenBy("split_k").bind(axes[0], "blockIdx.z");
    }
    bindGemm(out, f, 'y', "block_f", "thread_f");
    bindGemm(out, p, 'x', "block_p", "thread_p");
    out.reorder({f.block, p.block, f.virtualThread, p.virtualThread, f.thread, p.thread, f.inner, p.inner});
    out.unroll(f.inner);
    out.vectorize(p.inner);
    scheduleGemmProduct(s, cfg, t, product, m, out, p.thread);
}

/// Adds the parts of the reduction, one thread per element.
void scheduleGemmFolding(Schedule& s, const ImplicitGemmExpression& e)
{
    const ir::Tensor sum = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    s[sum].computeAt(out, bindToBlocks(out, out.fuse(out.axes()), kPackThreads));
}

} // namespace

GemmTiling gemmTiling(TemplateContext& cfg, const char* templateName)
{
    const GemmTiling t{cfg.number("block_f"), cfg.number("block_p"), cfg.number("thread_f"), cfg.number("thread_p"),
                       cfg.number("step_k"),  cfg.number("stages"),  cfg.number("split_k"),  cfg.number("vector_p")};
    const auto divides = [](int64_t block, int64_t each) {
        return each >= kGemmFragment && each % kGemmFragment == 0 && block >= each && block % each == 0;
    };
    if (!divides(t.blockF, t.threadF) || !divides(t.blockP, t.threadP)) {
        cfg.refuse(phrase("{}: thread_f and thread_p must be multiples of {} that divide block_f and block_p", templateName,
                          kGemmFragment));
        return {};
    }
    if (std::min({t.step, t.stages, t.parts, t.vector}) < 1) {
        cfg.refuse(phrase("{}: step_k, stages, split_k and vector_p must be at least 1", templateName));
        return {};
    }
    return t;
}

void scheduleGemm(Schedule& s, TemplateContext& cfg, const ImplicitGemmExpression& e, const GemmTiling& t)
{
    precomputePacking(s[e.packed], kPackThreads);
    scheduleGemmTiles(s, cfg, e, t);
    if (t.parts > 1) {
        scheduleGemmFolding(s, e);
    }
}

} // namespace knobscope
