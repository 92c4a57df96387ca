// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/winograd.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"
#include "core/template/unrollall.h"

namespace knobscope {

namespace conv2d_nchw_winograd_cuda {

constexpr int64_t transformThreads = 128; // the template's own, no knob

Conv2d readArguments(ArgumentReader& reader)
{
    Conv2d conv = readConv2d(reader, false);
    const bool suits = conv.r == conv.s && conv.r > 2 && conv.r < 8 && conv.stride == std::array<int64_t, 2>{1, 1}
                    && conv.dilation == std::array<int64_t, 2>{1, 1};
    if (!suits) {
        reader.refuse(phrase("winograd needs a square kernel of 3 to 7, stride 1 and dilation 1"));
    }
    if (!conv.outType.isFloat()) {
        reader.refuse(phrase("winograd computes with fractions, which {} has none of; give a float type", conv.outType.text()));
    }
    return conv;
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    const int64_t alpha = winogradTile(conv) + conv.r - 1;
    cfg.defineSplit("tile_b", alpha * alpha, 4,
                    {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::TailEq, 0, {1, 1, 1}, {}}});
    cfg.defineSplit("tile_y", conv.k, 4);
    cfg.defineSplit("tile_x", winogradTiles(conv), 4);
    cfg.defineSplit("tile_rc", conv.c, 2);
    cfg.defineUnroll({0, 128, 1500});
}

void scheduleKernelTransform(StageRef stage)
{
    const auto a = stage.axes();
    const auto r = stage.reduceAxes();
    stage.precompute();
    const ir::IterVar fused = stage.fuse({a[2], a[3]});
    const auto [block, thread] = stage.split(fused, transformThreads);
    stage.reorder({block, thread, a[0], a[1], r[0], r[1]});
    unrollAll(stage, {a[0], a[1], r[0], r[1]});
    stage.bind(block, "blockIdx.x");
    stage.bind(thread, "threadIdx.x");
}

void scheduleInputTransform(Schedule& s, const WinogradExpression& e)
{
    const ir::Tensor local = s.cacheWrite(e.dataTransform, ir::Scope::Local);
    StageRef sum = s[local];
    unrollAll(sum, {sum.axis(0), sum.axis(1), sum.reduceAxis(0), sum.reduceAxis(1)});

    StageRef out = s[e.dataTransform];
    const auto a = out.axes();
    const auto [tiles, tile] = out.split(a[3], 1);
    const ir::IterVar fused = out.fuse({a[2], tiles});
    const auto [block, thread] = out.split(fused, transformThreads);
    out.reorder({block, thread, tile, a[0], a[1]});
    out.bind(block, "blockIdx.x");
    out.bind(thread, "threadIdx.x");
    sum.computeAt(out, tile);
    s[e.inputTile].computeAt(out, tile);
    inlinePadding(s, e.data, e.padded);
}

void scheduleProduct(Schedule& s, TemplateContext& cfg, const WinogradExpression& e)
{
    const ir::Tensor local = s.cacheWrite(e.product, ir::Scope::Local);
    const std::array readers{local};
    const ir::Tensor sharedKernel = s.cacheRead(e.kernelTransform, ir::Scope::Shared, readers);
    const ir::Tensor sharedData = s.cacheRead(e.dataTransform, ir::Scope::Shared, readers);

    StageRef out = s[e.product];
    const auto a = out.axes();
    const ir::IterVar fused = out.fuse({a[0], a[1]});
    const auto [whole, matrices] = out.splitByParts(fused, 1);
    const GpuTile b = gpuTile(cfg, out, matrices, "tile_b");
    const GpuTile y = gpuTile(cfg, out, a[2], "tile_y");
    const GpuTile x = gpuTile(cfg, out, a[3], "tile_x");
    bindTile(out, b, 'z', "tile_b");
    bindTile(out, y, 'y', "tile_y");
    bindTile(out, x, 'x', "tile_x");
    out.reorder({whole, b.block, y.block, x.block, b.virtualThread, y.virtualThread, x.virtualThread, b.thread, y.thread,
                 x.thread, b.inner, y.inner, x.inner});

    StageRef sum = s[local];
    sum.computeAt(out, x.thread);
    const auto own = sum.axes();
    const ir::IterVar ownMatrices = sum.fuse({own[0], own[1]});
    const auto rc = cfg.applySplit(sum, sum.reduceAxis(0), "tile_rc");
    sum.reorder({rc[0], rc[1], ownMatrices, own[2], own[3]});

    for (const ir::Tensor& shared : {sharedKernel, sharedData}) {
        s[shared].computeAt(sum, rc[0]);
        loadInterleaved(cfg, s[shared], {{'x', "tile_x"}, {'y', "tile_y"}, {'z', "tile_b"}});
    }
    pragmaUnroll(cfg, out, whole);
}

void scheduleOutput(Schedule& s, const WinogradExpression& e, int64_t m)
{
    StageRef out = s[e.output];
    const auto a = out.axes();
    const auto [ho, wo, hi, wi] = out.tile(a[2], a[3], m, m);
    const auto [whole, batch] = out.splitByParts(a[0], 1);
    const ir::IterVar thread = overBlocks(out, out.fuse({batch, a[1], ho, wo}), transformThreads);
    StageRef inverse = s[e.inverse];
    unrollAll(inverse, {inverse.axis(2), inverse.axis(3), inverse.reduceAxis(0), inverse.reduceAxis(1)});
    inverse.computeAt(out, thread);
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("conv2d_nchw_winograd.cuda", args);
    const Conv2d conv = readArguments(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareKnobs(cfg, conv);
    const WinogradExpression e = conv2dWinograd(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleInputTransform(s, e);
    scheduleKernelTransform(s[e.kernelTransform]);
    scheduleProduct(s, cfg, e);
    scheduleOutput(s, e, winogradTile(conv));
    // The direct convolution's operations: "effective" FLOPS.
    auto made = instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
    if (made) {
        const Conv2dExpression plain = conv2dNchw(conv);
        made->definition = {{plain.data, plain.kernel}, plain.output};
    }
    return made;
}

} // namespace conv2d_nchw_winograd_cuda

Template conv2dNchwWinogradCuda()
{
    return {"conv2d_nchw_winograd.cuda",
            "Winograd convolution on a GPU",
            {"conv2d_nchw_winograd_without_weight_transform.cuda"},
            true,
            conv2d_nchw_winograd_cuda::run,
            nullptr,
            false,
            [](const ConfigQuestion& q) { return splitLaunch(q, {"tile_b", "tile_y", "tile_x"}); }};
}

} // namespace knobscope
