// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace conv2d_nchw_cuda {

/// Accumulates in a local tile; loads input and kernel through shared memory, one part of the reduction at a time.
void scheduleDirect(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    const StagedConvolution staged = stageThroughShared(s, e, false);

    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(cfg, out);

    StageRef sum = s[staged.sum];
    sum.computeAt(out, loops.thread);
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto rc = cfg.applySplit(sum, reduce[0], "tile_rc");
    const auto ry = cfg.applySplit(sum, reduce[1], "tile_ry");
    const auto rx = cfg.applySplit(sum, reduce[2], "tile_rx");
    sum.reorder({rc[0], ry[0], rx[0], rc[1], ry[1], rx[1], own[0], own[1], own[2], own[3]});

    for (const ir::Tensor& shared : staged.shared) {
        s[shared].computeAt(sum, rx[0]);
        loadContiguous(cfg, s[shared], {{'z', "tile_f"}, {'y', "tile_y"}, {'x', "tile_x"}});
    }
    pragmaUnroll(cfg, out, loops.whole);
}

/// Input window and filters of one step (TVM: s[AA], s[WW].compute_at(OL, rxo)).
Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareDirectKnobs(cfg, conv, 2);
    const Conv2dExpression e = conv2dNchw(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleDirect(s, cfg, e);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace conv2d_nchw_cuda

Template conv2dNchwCuda()
{
    return {.name = "conv2d_nchw.cuda",
            .summary = "Direct convolution on a GPU, NCHW",
            .isGpu = true,
            .run = runWith("conv2d_nchw.cuda", readPlainConv, conv2d_nchw_cuda::run),
            .computes = {{"conv2d"}}};
}

} // namespace knobscope
