// SPDX-License-Identifier: GPL-3.0-or-later
// A template of this program's own: docs/extra-templates.md explains its space. A convolution as the product of filters x taps
// and taps x pixels, in four levels (Kerr et al., "CUTLASS", 2017): a block's tile comes through shared memory a few taps at a
// time, copied asynchronously `stages` - 1 steps ahead; a thread's fragments come from there as 16-byte moves; its sums stay in
// registers.
#include "core/op/implicitgemm.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr const char* templateName = "conv2d_nchw_implicit_gemm.cuda";
constexpr int64_t fragment = 4;            // neighbouring values that a thread owns in one direction: one 16-byte move
constexpr int64_t packThreads = 128;       // of the kernels around the product, no knob
constexpr int64_t mostParts = 16;          // of the reduction

std::vector<OtherValue> numbers(const std::vector<int64_t>& values)
{
    return {values.begin(), values.end()};
}

/// Neighbouring pixels are neighbours in memory only where the kernel looks at one pixel and no pixel is left out or made up.
int64_t widestLoad(const Conv2d& conv)
{
    const bool isPlain = conv.r == 1 && conv.s == 1 && conv.stride == std::array<int64_t, 2>{1, 1}
                      && conv.pad == std::array<int64_t, 4>{0, 0, 0, 0};
    return isPlain && conv.h * conv.w % 4 == 0 ? 4 : isPlain && conv.h * conv.w % 2 == 0 ? 2 : 1;
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineKnob("block_f", numbers({32, 64, 128, 256}));
    cfg.defineKnob("block_p", numbers({32, 64, 128, 256}));
    cfg.defineKnob("thread_f", numbers({4, 8, 16}));
    cfg.defineKnob("thread_p", numbers({4, 8, 16}));
    cfg.defineKnob("step_k", numbers({4, 8, 16, 32}));
    cfg.defineKnob("stages", numbers({1, 2, 3, 4}));
    std::vector<int64_t> parts{1};
    while (parts.back() < mostParts && conv.c * conv.r * conv.s >= 128 * parts.back()) {
        parts.push_back(parts.back() * 2);
    }
    cfg.defineKnob("split_k", numbers(parts));
    std::vector<int64_t> widths{1};
    while (widths.back() < widestLoad(conv)) {
        widths.push_back(widths.back() * 2);
    }
    cfg.defineKnob("vector_p", numbers(widths));
    cfg.defineKnob("unroll_k", numbers({0, 1}));
}

/// The values of one config's knobs, all plain numbers.
struct Tiles {
    int64_t blockF = fragment, blockP = fragment, threadF = fragment, threadP = fragment;
    int64_t step = 1, stages = 1, parts = 1, vector = 1;

    int64_t threadsF() const { return blockF / threadF; }
    int64_t threadsP() const { return blockP / threadP; }
};

/// Values that an edit added may be anything.
Tiles tilesOf(TemplateContext& cfg)
{
    const Tiles t{cfg.number("block_f"), cfg.number("block_p"), cfg.number("thread_f"), cfg.number("thread_p"),
                  cfg.number("step_k"),  cfg.number("stages"),  cfg.number("split_k"),  cfg.number("vector_p")};
    const auto suits = [](int64_t block, int64_t each) {
        return each >= fragment && each % fragment == 0 && block >= each && block % each == 0;
    };
    if (!suits(t.blockF, t.threadF) || !suits(t.blockP, t.threadP)) {
        cfg.refuse(Error{ErrorCode::InvalidArgument,
                         fmt::format("{}: thread_f and thread_p must be multiples of {} that divide block_f and block_p",
                                     templateName, fragment)});
        return {};
    }
    if (std::min({t.step, t.stages, t.parts, t.vector}) < 1) {
        cfg.refuse(Error{ErrorCode::InvalidArgument,
                         fmt::format("{}: step_k, stages, split_k and vector_p must be at least 1", templateName)});
        return {};
    }
    return t;
}

/// One of the product's two directions: what a block, a virtual thread, a thread and its fragment take of it.
struct Direction {
    ir::IterVar block, virtualThread, thread, inner;
};

Direction divide(Schedule& s, StageRef out, const ir::IterVar& axis, int64_t threads, int64_t each, const std::string& blockKnob,
                 const std::string& threadKnob)
{
    Direction d;
    s.setKnob(threadKnob);
    const auto [fragments, inner] = out.split(axis, fragment);
    s.setKnob(blockKnob);
    const auto [rest, thread] = out.split(fragments, threads);
    s.setKnob(threadKnob);
    const auto [block, virtualThread] = out.split(rest, each / fragment);
    s.setKnob({});
    d = {block, virtualThread, thread, inner};
    return d;
}

void bindDirection(Schedule& s, StageRef out, const Direction& d, char dimension, const std::string& blockKnob,
                   const std::string& threadKnob)
{
    s.setKnob(blockKnob);
    out.bind(d.block, fmt::format("blockIdx.{}", dimension));
    out.bind(d.thread, fmt::format("threadIdx.{}", dimension));
    s.setKnob(threadKnob);
    out.bind(d.virtualThread, "vthread");
    s.setKnob({});
}

/// Neighbouring threads copy neighbouring vectors of the tile.
void scheduleCopy(Schedule& s, StageRef copy, const Tiles& t, int64_t width, const std::string& knob)
{
    const ir::IterVar whole = copy.fuse({copy.axis(0), copy.axis(1)});
    s.setKnob(knob);
    const auto [vectors, lanes] = copy.split(whole, width);
    copy.vectorize(lanes);
    s.setKnob("block_p");
    const auto [rest, x] = copy.split(vectors, t.threadsP());
    copy.bind(x, "threadIdx.x");
    s.setKnob("block_f");
    const auto y = copy.split(rest, t.threadsF())[1];
    copy.bind(y, "threadIdx.y");
    s.setKnob({});
}

/// The tiles of the two matrices, as the product reads them.
struct Matrices {
    ir::Tensor sharedPacked, sharedColumns, ownPacked, ownColumns;
};

/// A thread's part of a shared tile, one tap at a time, as 16-byte moves.
void scheduleFragment(StageRef own)
{
    own.vectorize(own.axis(1));
}

/// The product, computed at the thread of `out` whose axes `f` and `p` are: accumulated in registers; both matrices come through
/// shared memory, a few taps at a time.
void scheduleProduct(Schedule& s, TemplateContext& cfg, const Tiles& t, const ir::Tensor& product, const Matrices& matrices,
                     StageRef out, const ir::IterVar& thread)
{
    StageRef sum = s[product];
    sum.computeAt(out, thread);
    s.setKnob("step_k");
    const auto [ko, ki] = sum.split(sum.reduceAxis(0), t.step);
    s.setKnob({});
    const auto own = sum.axes();
    sum.reorder({ko, ki, own[0], own[1], own[2]});
    sum.unroll(own[1]);
    sum.unroll(own[2]);
    if (cfg.number("unroll_k") != 0) {
        s.setKnob("unroll_k");
        sum.unroll(ki);
        s.setKnob({});
    }
    for (const ir::Tensor& shared : {matrices.sharedPacked, matrices.sharedColumns}) {
        s[shared].computeAt(sum, ko);
        s[shared].asyncCopy();
        s.setKnob("stages");
        s[shared].pipeline(t.stages);
        s.setKnob({});
    }
    for (const ir::Tensor& fragments : {matrices.ownPacked, matrices.ownColumns}) {
        s[fragments].computeAt(sum, ki);
        scheduleFragment(s[fragments]);
    }
    scheduleCopy(s, s[matrices.sharedPacked], t, fragment, "thread_f");
    scheduleCopy(s, s[matrices.sharedColumns], t, t.vector, "vector_p");
}

/// Blocks of 128 threads over all elements.
ir::IterVar overBlocks(StageRef stage, const ir::IterVar& whole)
{
    const auto [block, thread] = stage.split(whole, packThreads);
    stage.bind(block, "blockIdx.x");
    stage.bind(thread, "threadIdx.x");
    return thread;
}

void schedulePacking(StageRef packed)
{
    packed.precompute();
    overBlocks(packed, packed.fuse(packed.axes()));
}

/// The stage that the product's tiles are written by: the output itself, or the parts that a second kernel adds up.
void scheduleTiles(Schedule& s, TemplateContext& cfg, const ImplicitGemmExpression& e, const Tiles& t)
{
    const bool isWhole = t.parts == 1;
    const ir::Tensor product = isWhole ? e.product : s.cacheWrite(e.product, ir::Scope::Local);
    const std::array readers{product};
    Matrices m;
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
    const Direction f = divide(s, out, axes[1], t.threadsF(), t.threadF, "block_f", "thread_f");
    const Direction p = divide(s, out, pixels, t.threadsP(), t.threadP, "block_p", "thread_p");
    if (!isWhole) {
        s.setKnob("split_k");
        out.bind(axes[0], "blockIdx.z");
        s.setKnob({});
    }
    bindDirection(s, out, f, 'y', "block_f", "thread_f");
    bindDirection(s, out, p, 'x', "block_p", "thread_p");
    out.reorder({f.block, p.block, f.virtualThread, p.virtualThread, f.thread, p.thread, f.inner, p.inner});
    out.unroll(f.inner);
    out.vectorize(p.inner);
    scheduleProduct(s, cfg, t, product, m, out, p.thread);
}

/// Adds up the parts of the reduction, a thread an element.
void scheduleFolding(Schedule& s, const ImplicitGemmExpression& e)
{
    const ir::Tensor sum = s.cacheWrite(e.output, ir::Scope::Local);
    StageRef out = s[e.output];
    s[sum].computeAt(out, overBlocks(out, out.fuse(out.axes())));
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader(templateName, args);
    const Conv2d conv = readConv2d(reader, false);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareKnobs(cfg, conv);
    const Tiles t = tilesOf(cfg);
    const ImplicitGemmExpression e = conv2dImplicitGemm(conv, {t.blockF, t.blockP, t.step, t.parts});
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.data, e.kernel});
    schedulePacking(s[e.packed]);
    scheduleTiles(s, cfg, e, t);
    if (t.parts > 1) {
        scheduleFolding(s, e);
    }
    return gpuInstance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace

Template conv2dImplicitGemmCuda()
{
    Template out{templateName, "Convolution as a matrix product on a GPU, NCHW, with asynchronous copies", {}, true, run,
                 nullptr};
    out.isExtra = true;
    return out;
}

} // namespace knobscope
