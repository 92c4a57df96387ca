// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/gpuschedule.h"
#include "core/template/winogradschedule.h"

namespace knobscope {

namespace conv2d_nchw_winograd_cuda {

constexpr const char* kTemplateName = "conv2d_nchw_winograd.cuda";

Conv2d readArguments(ArgumentReader& reader)
{
    Conv2d conv = readConv2d(reader, false);
    if (!supportsWinograd(conv, kMaxWinogradFilter)) {
        reader.refuse(phrase("winograd needs a square kernel of 3 to 7, stride 1 and dilation 1"));
    }
    if (!conv.outType.isFloat()) {
        reader.refuse(
            phrase("winograd computes with fractions, which {} cannot represent; use a float type", conv.outType.text()));
    }
    return conv;
}

void declareKnobs(TemplateContext& cfg, const Conv2d& conv)
{
    const int64_t alpha = winogradTile(conv) + conv.r - 1;
    cfg.defineSplit({"tile_b", phrase("transformed pixels")}, alpha * alpha, 4,
                    {SplitKnob::Policy::Factors, SplitFilter{SplitFilter::Op::TailEq, 0, {1, 1, 1}, {}}});
    cfg.defineSplit({"tile_y", phrase("output channels")}, conv.k, 4);
    cfg.defineSplit({"tile_x", phrase("tiles of the image")}, winogradTiles(conv), 4);
    cfg.defineSplit({"tile_rc", phrase("input channels")}, conv.c, 2);
    cfg.defineUnroll({0, 128, 1500});
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

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareKnobs(cfg, conv);
    const WinogradExpression e = conv2dWinograd(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleInputTransform(s, e);
    scheduleKernelTransform(s, e);
    scheduleProduct(s, cfg, e);
    scheduleOutputTransform(s, e, winogradTile(conv));
    const Conv2dExpression plain = conv2dNchw(conv);
    // "Effective" FLOPS: the operations of the direct convolution.
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops(), {{{plain.data, plain.kernel}, plain.output}});
}

double productShare(const nlohmann::json& args)
{
    ArgumentReader reader(kTemplateName, args);
    const Conv2d conv = readArguments(reader);
    return reader.error() ? 1 : winogradShare(winogradTile(conv), conv.r);
}

} // namespace conv2d_nchw_winograd_cuda

Template conv2dNchwWinogradCuda()
{
    return {.name = conv2d_nchw_winograd_cuda::kTemplateName,
            .summary = "Winograd convolution on a GPU",
            .aliases = {"conv2d_nchw_winograd_without_weight_transform.cuda"},
            .isGpu = true,
            .run = runWith(conv2d_nchw_winograd_cuda::kTemplateName, conv2d_nchw_winograd_cuda::readArguments,
                           conv2d_nchw_winograd_cuda::run),
            .computes = {{"conv2d", {"float32"}, [](const Conv2d& conv) { return supportsWinograd(conv, kMaxWinogradFilter); }}},
            .productShare = conv2d_nchw_winograd_cuda::productShare};
}

} // namespace knobscope
