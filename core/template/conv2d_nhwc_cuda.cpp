// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/nhwcschedule.h"

namespace knobscope {

namespace conv2d_nhwc_cuda {

constexpr int64_t kMaxFactor = 1024; // maximum threads per block

void declareKnobs(TemplateContext& cfg, bool vectorize)
{
    cfg.defineNumbers("tile_n", {2, 4, 8});
    cfg.defineNumbers("tile_c", {2, 4, 8});
    cfg.defineNumbers("num_thread_n", {4, 8, 16});
    cfg.defineNumbers("num_thread_c", {4, 8, 16});
    cfg.defineNumbers("vthread_n", {1, 2});
    cfg.defineNumbers("vthread_c", {1, 2});
    cfg.defineNumbers("step", {16, 3, 32, 64});
    if (vectorize) {
        cfg.defineNumbers("vectorize", {1, 2, 4, 8});
    }
}

NhwcTiles tilesOf(TemplateContext& cfg, bool vectorize)
{
    const auto factor = [&](const char* knob) { return cfg.numberWithin(knob, 1, kMaxFactor); };
    return {factor("tile_n"),    factor("tile_c"),    factor("num_thread_n"), factor("num_thread_c"),
            factor("vthread_n"), factor("vthread_c"), cfg.number("step"),     vectorize ? factor("vectorize") : 1};
}

template<bool vectorize>
Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareKnobs(cfg, vectorize);
    const Conv2dExpression e = conv2dNhwc(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleNhwc(s, e, tilesOf(cfg, vectorize), vectorize);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace conv2d_nhwc_cuda

Template conv2dNhwcCuda()
{
    return {.name = "conv2d_nhwc.cuda",
            .summary = "Direct convolution on a GPU, NHWC, as in TVM v0.7",
            .isGpu = true,
            .run = runWith("conv2d_nhwc.cuda", readConv2dNhwc, conv2d_nhwc_cuda::run<false>),
            .fallback = firstCandidates,
            .computes = {{"conv2d_nhwc"}}};
}

Template conv2dNhwcGpu()
{
    return {.name = "conv2d_nhwc.gpu",
            .summary = "Direct convolution on a GPU, NHWC, as in TVM v0.8 and later",
            .isGpu = true,
            .run = runWith("conv2d_nhwc.gpu", readConv2dNhwc, conv2d_nhwc_cuda::run<true>),
            .fallback = firstCandidates,
            .computes = {{"conv2d_nhwc"}}};
}

} // namespace knobscope
