// SPDX-License-Identifier: GPL-3.0-or-later
// An extra template of this program: docs/extra-templates.md explains its space. A convolution as the product of filters x taps
// and taps x pixels.
#include "core/template/all.h"
#include "core/template/gemmschedule.h"

#include <algorithm>

namespace knobscope {

namespace conv2d_implicit_gemm_cuda {

constexpr const char* kTemplateName = "conv2d_nchw_implicit_gemm.cuda";
constexpr int64_t kMaxParts = 16; // parts of the reduction (split_k)

/// Adjacent pixels are adjacent in memory only for a 1x1 kernel without stride and padding.
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
    while (parts.back() < kMaxParts && conv.c * conv.r * conv.s >= 128 * parts.back()) {
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

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareKnobs(cfg, conv);
    const GemmTiling t = gemmTiling(cfg, kTemplateName);
    const ImplicitGemmExpression e = conv2dImplicitGemm(conv, {t.blockF, t.blockP, t.step, t.parts});
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleGemm(s, cfg, e, t);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace conv2d_implicit_gemm_cuda

Template conv2dImplicitGemmCuda()
{
    namespace own = conv2d_implicit_gemm_cuda;
    return {.name = own::kTemplateName,
            .summary = "Convolution as a matrix product on a GPU, NCHW, with asynchronous copies",
            .isGpu = true,
            .run = runWith(own::kTemplateName, readPlainConv, own::run),
            .isExtra = true,
            .computes = {{"conv2d", {"float32"}}}};
}

} // namespace knobscope
