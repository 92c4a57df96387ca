// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/op/flops.h"
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace {

/// Input patch and filter of a block come to shared memory once, then to each thread's own.
void scheduleDepthwise(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e)
{
    inlinePadding(s, e);
    const ir::Tensor local = s.cacheWrite(e.output, ir::Scope::Local);
    const std::array readers{local};
    const ir::Tensor sharedData = s.cacheRead(e.padded, ir::Scope::Shared, readers);
    const ir::Tensor sharedKernel = s.cacheRead(e.kernel, ir::Scope::Shared, readers);
    const ir::Tensor ownData = s.cacheRead(sharedData, ir::Scope::Local, readers);
    const ir::Tensor ownKernel = s.cacheRead(sharedKernel, ir::Scope::Local, readers);

    StageRef out = s[e.output];
    const OutputLoops loops = bindOutput(s, cfg, out);
    for (const ir::Tensor& own : {local, ownData, ownKernel}) {
        s[own].computeAt(out, loops.thread);
    }
    const std::vector<LoadPart> threads{{'x', "tile_x", cfg.split("tile_x")[2]},
                                        {'y', "tile_y", cfg.split("tile_y")[2]},
                                        {'z', "tile_f", cfg.split("tile_f")[2]}};
    for (const ir::Tensor& shared : {sharedData, sharedKernel}) {
        s[shared].computeAt(out, loops.block);
        loadInterleaved(s, s[shared], threads);
    }
    pragmaUnroll(s, cfg, out, loops.whole);
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args)
{
    ArgumentReader reader("depthwise_conv2d_nchw.cuda", args);
    const Conv2d conv = readConv2d(reader, true);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    cfg.defineSplit("tile_f", conv.k, 4);
    cfg.defineSplit("tile_y", conv.oh(), 4);
    cfg.defineSplit("tile_x", conv.ow(), 4);
    cfg.defineUnroll({0, 256, 1500});
    const Conv2dExpression e = depthwiseNchw(conv);
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.data, e.kernel});
    scheduleDepthwise(s, cfg, e);
    return gpuInstance(cfg, std::move(s), autotvmFlops(e.output), conv.plainFlops());
}

/// AutoTVM then looks for a similar record for the rest, of which none ship here.
ConfigEntity fallback(const ConfigSpace& space, const TargetTraits&)
{
    const std::pair<std::string, KnobValue> values[] = {{"unroll_explicit", OtherEntity{int64_t{0}}}};
    return configWith(space, values);
}

} // namespace

Template depthwiseConv2dNchwCuda()
{
    return {"depthwise_conv2d_nchw.cuda", "Depthwise convolution on a GPU", {}, true, run, fallback};
}

} // namespace knobscope
