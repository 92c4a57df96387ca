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

std::optional<Conv2d> convolutionOf(const LaunchQuery& q)
{
    ArgumentReader reader(kTemplateName, q.args);
    const Conv2d conv = readPlainConv(reader);
    return reader.error() ? std::nullopt : std::optional(conv);
}

KnobLaunch launch(const LaunchQuery& q)
{
    const auto conv = convolutionOf(q);
    if (!conv) {
        return {};
    }
    const auto [f, p] = gemmDirections(*conv, q.entity);
    KnobLaunch out;
    out.isKnown = true;
    out.threads = f.threads * p.threads;
    out.virtualThreads = f.virtualThreads * p.virtualThreads;
    out.perThread = out.virtualThreads * f.fragment * p.fragment;
    out.blocks = f.blocks * p.blocks * integerValue(q.entity, "split_k");
    out.threadFactors = {{"block_f", -1, f.threads}, {"block_p", -1, p.threads}};
    return out;
}

/// All slots of the two tiles; a loop with fewer steps than stages has one slot per step.
std::optional<KnobShared> shared(const LaunchQuery& q)
{
    const auto conv = convolutionOf(q);
    if (!conv) {
        return std::nullopt;
    }
    const ConfigEntity& entity = q.entity;
    const int64_t step = std::max<int64_t>(1, integerValue(entity, "step_k"));
    const int64_t part = step * std::max<int64_t>(1, integerValue(entity, "split_k"));
    const int64_t steps = (conv->c * conv->r * conv->s + part - 1) / part;
    const int64_t taps = step * std::min(integerValue(entity, "stages"), steps);
    const auto [filters, pixels] = gemmDirections(*conv, entity);
    return KnobShared{taps * pixels.tile() * conv->type.bytes(), taps * filters.tile() * conv->type.bytes()};
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
            .launch = own::launch,
            .shared = own::shared,
            .computes = {{"conv2d", {"float32"}}}};
}

} // namespace knobscope
