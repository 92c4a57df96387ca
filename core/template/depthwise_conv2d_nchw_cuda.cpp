// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace depthwise_conv2d_nchw_cuda {

/// Loads the input patch and filter of a block into shared memory once, then into each thread's registers.
void scheduleDepthwise(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    const StagedConvolution staged = stageThroughShared(s, e, true);

    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(cfg, out);
    for (const ir::Tensor& own : {staged.sum, staged.own[0], staged.own[1]}) {
        s[own].computeAt(out, loops.thread);
    }
    for (const ir::Tensor& shared : staged.shared) {
        s[shared].computeAt(out, loops.block);
        loadInterleaved(cfg, s[shared], {{'x', "tile_x"}, {'y', "tile_y"}, {'z', "tile_f"}});
    }
    pragmaUnroll(cfg, out, loops.whole);
}

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    cfg.defineSplit({"tile_f", phrase("output channels")}, conv.k, 4);
    cfg.defineSplit({"tile_y", phrase("output rows")}, conv.oh(), 4);
    cfg.defineSplit({"tile_x", phrase("output columns")}, conv.ow(), 4);
    cfg.defineUnroll({0, 256, 1500});
    const Conv2dExpression e = depthwiseNchw(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleDepthwise(s, cfg, e);
    return instance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

/// AutoTVM then searches for a similar record for the other knobs; no such records ship here.
ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    return configWith(space, {{"unroll_explicit", OtherEntity{int64_t{0}}}});
}

} // namespace depthwise_conv2d_nchw_cuda

Template depthwiseConv2dNchwCuda()
{
    namespace own = depthwise_conv2d_nchw_cuda;
    const auto read = [](ArgumentReader& reader) { return readConv2d(reader, true); };
    return {.name = "depthwise_conv2d_nchw.cuda",
            .summary = "Depthwise convolution on a GPU",
            .isGpu = true,
            .run = runWith("depthwise_conv2d_nchw.cuda", read, own::run),
            .fallback = own::fallback,
            .computes = {{"depthwise_conv2d"}}};
}

} // namespace knobscope
