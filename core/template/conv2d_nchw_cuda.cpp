// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace conv2d_nchw_cuda {

Result<TemplateInstance> run(TemplateContext& cfg, const Conv2d& conv)
{
    declareDirectKnobs(cfg, conv, 2);
    const Conv2dExpression e = conv2dNchw(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleDirect(s, cfg, e, {"tile_rc", "tile_ry", "tile_rx"}, false);
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
