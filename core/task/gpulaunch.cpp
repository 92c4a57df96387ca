// SPDX-License-Identifier: GPL-3.0-or-later
// What the knobs of AutoTVM's GPU templates say by themselves: each split names the parts of blocks and threads.
#include "core/task/gpulaunch.h"

#include "core/op/conv2d.h"
#include "core/task/tensorcorelaunch.h"

#include <algorithm>
#include <array>
#include <set>

namespace knobscope {

namespace {

/// How a template cuts its axes: positions of the virtual thread, thread and inner part in its splits (-1: it has none).
struct Cut {
    std::vector<std::string> knobs;
    int virtualThread = 1;
    int thread = 2;
};

Cut cutOf(const std::string& name)
{
    if (name == "conv2d_nchw_winograd.cuda") {
        return {{"tile_b", "tile_y", "tile_x"}};
    }
    if (name == "dense_large_batch.gpu") {
        return {{"tile_x", "tile_y"}};
    }
    if (name == "batch_matmul.cuda") {
        return {{"tile_y", "tile_x"}, -1, 1};
    }
    if (name == "conv2d_nchw.cuda" || name == "depthwise_conv2d_nchw.cuda" || name == "tutorial/conv2d_no_batching") {
        return {{"tile_f", "tile_y", "tile_x"}};
    }
    return {};
}

const std::vector<int64_t>* sizesOf(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* split = value ? std::get_if<SplitEntity>(value) : nullptr;
    return split && split->sizes.size() >= 2 ? &split->sizes : nullptr;
}

int64_t numberOf(const ConfigEntity& entity, const std::string& knob)
{
    const KnobValue* value = entity.find(knob);
    const auto* other = value ? std::get_if<OtherEntity>(value) : nullptr;
    const auto* number = other ? std::get_if<int64_t>(&other->value) : nullptr;
    return number ? *number : 1;
}

int64_t inside(const std::vector<int64_t>& sizes)
{
    int64_t product = 1;
    for (size_t i = 1; i < sizes.size(); ++i) {
        product *= sizes[i];
    }
    return product;
}

const char* ordinal(int position)
{
    constexpr std::array<const char*, 6> words{"first", "second", "third", "fourth", "fifth", "sixth"};
    return position >= 0 && position < static_cast<int>(words.size()) ? words[static_cast<size_t>(position)] : "last";
}

/// The implicit product's tiles: two directions, each cut into blocks of virtual threads of threads of fragments.
struct GemmDirection {
    int64_t threads = 1;
    int64_t virtualThreads = 1; ///< fewer than the knobs say where the whole direction is shorter
    int64_t fragment = 1;
    int64_t blocks = 1;

    GemmDirection(int64_t extent, int64_t block, int64_t each)
    {
        constexpr int64_t widest = 4; // the template's own
        const auto parts = [](int64_t whole, int64_t part) { return (whole + part - 1) / part; };
        threads = std::max<int64_t>(1, block / std::max<int64_t>(1, each));
        fragment = std::min(widest, extent);
        const int64_t rows = parts(parts(extent, fragment), threads);
        virtualThreads = std::min(std::max<int64_t>(1, each / widest), rows);
        blocks = parts(rows, virtualThreads);
    }
    int64_t tile() const { return threads * virtualThreads * fragment; }
};

std::optional<Conv2d> implicitGemmOf(const Task& task)
{
    if (task.name != "conv2d_nchw_implicit_gemm.cuda") {
        return std::nullopt;
    }
    ArgumentReader reader(task.name, task.args);
    const Conv2d conv = readConv2d(reader, false);
    return reader.error() ? std::nullopt : std::optional(conv);
}

/// Parts of the reduction are written down with what fills the last block up; the output itself is not.
GemmDirection directionOf(int64_t extent, const ConfigEntity& entity, const char* block, const char* each)
{
    const int64_t tile = std::max<int64_t>(1, numberOf(entity, block));
    const int64_t filled = (extent + tile - 1) / tile * tile;
    return {numberOf(entity, "split_k") > 1 ? filled : extent, tile, numberOf(entity, each)};
}

GemmDirection filtersOf(const Conv2d& conv, const ConfigEntity& entity)
{
    return directionOf(conv.k, entity, "block_f", "thread_f");
}

GemmDirection pixelsOf(const Conv2d& conv, const ConfigEntity& entity)
{
    return directionOf(conv.n * conv.oh() * conv.ow(), entity, "block_p", "thread_p");
}

KnobLaunch implicitGemmLaunch(const Conv2d& conv, const ConfigEntity& entity)
{
    const GemmDirection f = filtersOf(conv, entity);
    const GemmDirection p = pixelsOf(conv, entity);
    KnobLaunch out;
    out.isKnown = true;
    out.threads = f.threads * p.threads;
    out.virtualThreads = f.virtualThreads * p.virtualThreads;
    out.perThread = out.virtualThreads * f.fragment * p.fragment;
    out.blocks = f.blocks * p.blocks * numberOf(entity, "split_k");
    out.threadFactors = {{"block_f", -1, f.threads}, {"block_p", -1, p.threads}};
    return out;
}

/// All slots of the two tiles; a loop of fewer steps than stages has as many slots as steps.
KnobShared implicitGemmShared(const Conv2d& conv, const ConfigEntity& entity)
{
    const int64_t step = std::max<int64_t>(1, numberOf(entity, "step_k"));
    const int64_t part = step * std::max<int64_t>(1, numberOf(entity, "split_k"));
    const int64_t steps = (conv.c * conv.r * conv.s + part - 1) / part;
    const int64_t taps = step * std::min(numberOf(entity, "stages"), steps);
    return {taps * pixelsOf(conv, entity).tile() * conv.type.bytes(), taps * filtersOf(conv, entity).tile() * conv.type.bytes()};
}

} // namespace

std::string KnobFactor::text() const
{
    return position < 0 ? knob : fmt::format("{}'s {} factor", knob, ordinal(position));
}

KnobLaunch knobLaunch(const Task& task, const ConfigEntity& entity)
{
    KnobLaunch out;
    if (task.name == "conv2d_nhwc.cuda" || task.name == "conv2d_nhwc.gpu") {
        out.isKnown = true;
        for (const char* knob : {"num_thread_n", "num_thread_c"}) {
            out.threadFactors.push_back({knob, -1, numberOf(entity, knob)});
            out.threads *= out.threadFactors.back().value;
        }
        out.virtualThreads = numberOf(entity, "vthread_n") * numberOf(entity, "vthread_c");
        out.perThread = numberOf(entity, "tile_n") * numberOf(entity, "tile_c") * out.virtualThreads;
        return out;
    }
    if (const auto conv = implicitGemmOf(task)) {
        return implicitGemmLaunch(*conv, entity);
    }
    if (task.name == "dense_small_batch.gpu") {
        const auto* sizes = sizesOf(entity, "tile_k");
        out.isKnown = sizes != nullptr;
        out.threads = sizes ? sizes->back() : 1;
        out.threadFactors = {{"tile_k", sizes ? static_cast<int>(sizes->size()) - 1 : -1, out.threads}};
        return out;
    }
    if (const auto work = tensorcoreWork(task, entity)) {
        return tensorcoreLaunch(*work);
    }
    const Cut cut = cutOf(task.name);
    out.isKnown = !cut.knobs.empty();
    out.blocks = out.isKnown ? 1 : 0;
    for (const std::string& knob : cut.knobs) {
        const auto* sizes = sizesOf(entity, knob);
        const Knob* declared = task.space.find(knob);
        const auto* split = declared ? std::get_if<SplitKnob>(&declared->definition()) : nullptr;
        if (!sizes || !split || sizes->size() <= static_cast<size_t>(cut.thread)) {
            return {};
        }
        out.threadFactors.push_back({knob, cut.thread, (*sizes)[static_cast<size_t>(cut.thread)]});
        out.threads *= out.threadFactors.back().value;
        out.virtualThreads *= cut.virtualThread < 0 ? 1 : (*sizes)[static_cast<size_t>(cut.virtualThread)];
        out.perThread *= inside(*sizes) / (*sizes)[static_cast<size_t>(cut.thread)];
        out.blocks *= (split->extent + inside(*sizes) - 1) / inside(*sizes);
    }
    if (task.name == "dense_large_batch.gpu") {
        // Each operand is loaded by as many threads in both directions as its own split has; a block is as wide as the wider.
        const int64_t wider = std::max(out.threadFactors[0].value, out.threadFactors[1].value);
        out.threads = wider * wider;
    }
    return out;
}

std::optional<KnobShared> knobShared(const Task& task, const ConfigEntity& entity)
{
    if (const auto work = tensorcoreWork(task, entity)) {
        return tensorcoreShared(*work);
    }
    if (const auto conv = implicitGemmOf(task)) {
        return implicitGemmShared(*conv, entity);
    }
    if (task.name != "conv2d_nchw.cuda") {
        return std::nullopt;
    }
    ArgumentReader reader(task.name, task.args);
    const Conv2d conv = readConv2d(reader, false);
    const auto* f = sizesOf(entity, "tile_f");
    const auto* y = sizesOf(entity, "tile_y");
    const auto* x = sizesOf(entity, "tile_x");
    const auto* rc = sizesOf(entity, "tile_rc");
    const auto* ry = sizesOf(entity, "tile_ry");
    const auto* rx = sizesOf(entity, "tile_rx");
    if (reader.error() || !f || !y || !x || !rc || !ry || !rx) {
        return std::nullopt;
    }
    const int64_t rows = (inside(*y) - 1) * conv.stride[0] + (inside(*ry) - 1) * conv.dilation[0] + 1;
    const int64_t columns = (inside(*x) - 1) * conv.stride[1] + (inside(*rx) - 1) * conv.dilation[1] + 1;
    return KnobShared{inside(*rc) * rows * columns * conv.type.bytes(),
                      inside(*f) * inside(*rc) * inside(*ry) * inside(*rx) * conv.type.bytes()};
}

std::vector<KnobFactor> sharedFactors(const ConfigEntity& entity)
{
    std::vector<KnobFactor> factors;
    for (const auto& [knob, value] : entity.values) {
        const auto* split = std::get_if<SplitEntity>(&value);
        for (size_t i = 1; split && i < split->sizes.size(); ++i) {
            if (split->sizes[i] > 1) {
                factors.push_back({knob, static_cast<int>(i), split->sizes[i]});
            }
        }
        static const std::set<std::string> wholes{"step",           "step_k",        "chunk",           "stages",
                                                  "block_f",        "block_p",       "block_row_warps", "block_col_warps",
                                                  "warp_row_tiles", "warp_col_tiles"};
        if (wholes.contains(knob)) {
            factors.push_back({knob, -1, numberOf(entity, knob)});
        }
    }
    std::stable_sort(factors.begin(), factors.end(), [](const auto& a, const auto& b) { return a.value > b.value; });
    return factors;
}

} // namespace knobscope
