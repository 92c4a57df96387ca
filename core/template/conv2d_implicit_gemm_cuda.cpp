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

namespace conv2d_implicit_gemm_cuda {

constexpr const char* templateName = "conv2d_nchw_implicit_gemm.cuda";
constexpr int64_t fragment = 4;            // neighbouring values that a thread owns in one direction: one 16-byte move
constexpr int64_t packThreads = 128;       // of the kernels around the product, no knob
constexpr int64_t mostParts = 16;          // of the reduction

/// Neighbouring pixels are neighbours in memory only where the kernel looks at one pixel and no pixel is left out or made up.
int64_t widestLoad(const Conv2d& conv)
{
    const bool isPlain = conv.r == 1 && conv.s == 1 && conv.stride == std::array<int64_t, 2>{1, 1}
                      && conv.pad == std::array<int64_t, 4>{0, 0, 0, 0};
    return isPlain && conv.h * conv.w % 4 == 0 ? 4 : isPlain && conv.h * conv.w % 2 == 0 ? 2 : 1;
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineNumbers("block_f", {32, 64, 128, 256});
    cfg.defineNumbers("block_p", {32, 64, 128, 256});
    cfg.defineNumbers("thread_f", {4, 8, 16});
    cfg.defineNumbers("thread_p", {4, 8, 16});
    cfg.defineNumbers("step_k", {4, 8, 16, 32});
    cfg.defineNumbers("stages", {1, 2, 3, 4});
    std::vector<int64_t> parts{1};
    while (parts.back() < mostParts && conv.c * conv.r * conv.s >= 128 * parts.back()) {
        parts.push_back(parts.back() * 2);
    }
    cfg.defineNumbers("split_k", parts);
    std::vector<int64_t> widths{1};
    while (widths.back() < widestLoad(conv)) {
        widths.push_back(widths.back() * 2);
    }
    cfg.defineNumbers("vector_p", widths);
    cfg.defineNumbers("unroll_k", {0, 1});
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
        cfg.refuse(Error(
            ErrorCode::InvalidArgument,
            phrase("{}: thread_f and thread_p must be multiples of {} that divide block_f and block_p", templateName, fragment)));
        return {};
    }
    if (std::min({t.step, t.stages, t.parts, t.vector}) < 1) {
        cfg.refuse(Error(ErrorCode::InvalidArgument,
                         phrase("{}: step_k, stages, split_k and vector_p must be at least 1", templateName)));
        return {};
    }
    return t;
}

/// One of the product's two directions: what a block, a virtual thread, a thread and its fragment take of it.
GpuTile divide(StageRef out, const ir::IterVar& axis, int64_t threads, int64_t each, const std::string& blockKnob,
               const std::string& threadKnob)
{
    const auto [fragments, inner] = out.by(threadKnob).split(axis, fragment);
    const auto [rest, thread] = out.by(blockKnob).split(fragments, threads);
    const auto [block, virtualThread] = out.by(threadKnob).split(rest, each / fragment);
    return {block, virtualThread, thread, inner};
}

void bindDirection(StageRef out, const GpuTile& d, char dimension, const std::string& blockKnob, const std::string& threadKnob)
{
    out.by(blockKnob).bind(d.block, fmt::format("blockIdx.{}", dimension));
    out.by(blockKnob).bind(d.thread, fmt::format("threadIdx.{}", dimension));
    out.by(threadKnob).bind(d.virtualThread, "vthread");
}

/// Neighbouring threads copy neighbouring vectors of the tile.
void scheduleCopy(StageRef copy, const Tiles& t, int64_t width, const std::string& knob)
{
    const ir::IterVar whole = copy.fuse({copy.axis(0), copy.axis(1)});
    const auto [vectors, lanes] = copy.by(knob).split(whole, width);
    copy.by(knob).vectorize(lanes);
    const auto [rest, x] = copy.by("block_p").split(vectors, t.threadsP());
    copy.by("block_p").bind(x, "threadIdx.x");
    const auto y = copy.by("block_f").split(rest, t.threadsF())[1];
    copy.by("block_f").bind(y, "threadIdx.y");
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
    const auto [ko, ki] = sum.by("step_k").split(sum.reduceAxis(0), t.step);
    const auto own = sum.axes();
    sum.reorder({ko, ki, own[0], own[1], own[2]});
    sum.unroll(own[1]);
    sum.unroll(own[2]);
    if (cfg.number("unroll_k") != 0) {
        sum.by("unroll_k").unroll(ki);
    }
    for (const ir::Tensor& shared : {matrices.sharedPacked, matrices.sharedColumns}) {
        s[shared].computeAt(sum, ko);
        s[shared].asyncCopy();
        s[shared].by("stages").pipeline(t.stages);
    }
    for (const ir::Tensor& fragments : {matrices.ownPacked, matrices.ownColumns}) {
        s[fragments].computeAt(sum, ki);
        scheduleFragment(s[fragments]);
    }
    scheduleCopy(s[matrices.sharedPacked], t, fragment, "thread_f");
    scheduleCopy(s[matrices.sharedColumns], t, t.vector, "vector_p");
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
    const GpuTile f = divide(out, axes[1], t.threadsF(), t.threadF, "block_f", "thread_f");
    const GpuTile p = divide(out, pixels, t.threadsP(), t.threadP, "block_p", "thread_p");
    if (!isWhole) {
        out.by("split_k").bind(axes[0], "blockIdx.z");
    }
    bindDirection(out, f, 'y', "block_f", "thread_f");
    bindDirection(out, p, 'x', "block_p", "thread_p");
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
    s[sum].computeAt(out, overBlocks(out, out.fuse(out.axes()), packThreads));
}

/// The implicit product's tiles: two directions, each cut into blocks of virtual threads of threads of fragments.
struct GemmDirection {
    int64_t threads = 1;
    int64_t virtualThreads = 1; ///< fewer than the knobs say where the whole direction is shorter
    int64_t fragment = 1;
    int64_t blocks = 1;

    GemmDirection(int64_t extent, int64_t block, int64_t each)
    {
        constexpr int64_t widest = 4; // one fragment
        const auto parts = [](int64_t whole, int64_t part) { return (whole + part - 1) / part; };
        threads = std::max<int64_t>(1, block / std::max<int64_t>(1, each));
        fragment = std::min(widest, extent);
        const int64_t rows = parts(parts(extent, fragment), threads);
        virtualThreads = std::min(std::max<int64_t>(1, each / widest), rows);
        blocks = parts(rows, virtualThreads);
    }
    int64_t tile() const { return threads * virtualThreads * fragment; }
};

std::optional<Conv2d> convolutionOf(const ConfigQuestion& q)
{
    ArgumentReader reader(templateName, q.args);
    const Conv2d conv = readConv2d(reader, false);
    return reader.error() ? std::nullopt : std::optional(conv);
}

/// Parts of the reduction are written down with what fills the last block up; the output itself is not.
GemmDirection directionOf(int64_t extent, const ConfigEntity& entity, const char* block, const char* each)
{
    const int64_t tile = std::max<int64_t>(1, wholeNumber(entity, block));
    const int64_t filled = (extent + tile - 1) / tile * tile;
    return {wholeNumber(entity, "split_k") > 1 ? filled : extent, tile, wholeNumber(entity, each)};
}

GemmDirection filtersOf(const Conv2d& conv, const ConfigEntity& entity)
{
    return directionOf(conv.k, entity, "block_f", "thread_f");
}

GemmDirection pixelsOf(const Conv2d& conv, const ConfigEntity& entity)
{
    return directionOf(conv.n * conv.oh() * conv.ow(), entity, "block_p", "thread_p");
}

KnobLaunch launch(const ConfigQuestion& q)
{
    const auto conv = convolutionOf(q);
    if (!conv) {
        return {};
    }
    const ConfigEntity& entity = q.entity;
    const GemmDirection f = filtersOf(*conv, entity);
    const GemmDirection p = pixelsOf(*conv, entity);
    KnobLaunch out;
    out.isKnown = true;
    out.threads = f.threads * p.threads;
    out.virtualThreads = f.virtualThreads * p.virtualThreads;
    out.perThread = out.virtualThreads * f.fragment * p.fragment;
    out.blocks = f.blocks * p.blocks * wholeNumber(entity, "split_k");
    out.threadFactors = {{"block_f", -1, f.threads}, {"block_p", -1, p.threads}};
    return out;
}

/// All slots of the two tiles; a loop of fewer steps than stages has as many slots as steps.
std::optional<KnobShared> shared(const ConfigQuestion& q)
{
    const auto conv = convolutionOf(q);
    if (!conv) {
        return std::nullopt;
    }
    const ConfigEntity& entity = q.entity;
    const int64_t step = std::max<int64_t>(1, wholeNumber(entity, "step_k"));
    const int64_t part = step * std::max<int64_t>(1, wholeNumber(entity, "split_k"));
    const int64_t steps = (conv->c * conv->r * conv->s + part - 1) / part;
    const int64_t taps = step * std::min(wholeNumber(entity, "stages"), steps);
    return KnobShared{taps * pixelsOf(*conv, entity).tile() * conv->type.bytes(),
                      taps * filtersOf(*conv, entity).tile() * conv->type.bytes()};
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
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    precomputePacking(s[e.packed], packThreads);
    scheduleTiles(s, cfg, e, t);
    if (t.parts > 1) {
        scheduleFolding(s, e);
    }
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace conv2d_implicit_gemm_cuda

Template conv2dImplicitGemmCuda()
{
    return {conv2d_implicit_gemm_cuda::templateName,
            "Convolution as a matrix product on a GPU, NCHW, with asynchronous copies",
            {},
            true,
            conv2d_implicit_gemm_cuda::run,
            nullptr,
            true,
            conv2d_implicit_gemm_cuda::launch,
            conv2d_implicit_gemm_cuda::shared,
            {{"conv2d", {"float32"}}}};
}

} // namespace knobscope
