// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/gpuschedule.h"
#include "core/template/knobnumber.h"

namespace knobscope {

namespace conv2d_nhwc_cuda {

constexpr int64_t mostFactor = 1024; // as many threads as a block may have
constexpr int64_t bankOffset = 8; // the template's own: rows of shared memory are that much longer than their contents

/// The values of one config's knobs, all plain factors.
struct NhwcTiles {
    int64_t tileN, tileC, threadsN, threadsC, virtualN, virtualC, step, vector;

    int64_t blockC() const { return tileC * threadsC * virtualC * vector; }
};

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
    const auto factor = [&](const char* knob) { return numberWithin(cfg, knob, 1, mostFactor); };
    return {factor("tile_n"),    factor("tile_c"),    factor("num_thread_n"), factor("num_thread_c"),
            factor("vthread_n"), factor("vthread_c"), cfg.number("step"),     vectorize ? factor("vectorize") : 1};
}

/// Up to v0.7 rows and columns are fused on blockIdx.z. Since v0.8 columns are on blockIdx.x and rows stay a loop.
ir::IterVar scheduleOutput(StageRef out, const NhwcTiles& t, bool vectorize)
{
    const auto axes = out.axes();
    ir::IterVar pixels = axes[2];
    ir::IterVar channels = axes[3];
    ir::IterVar lanes;
    if (vectorize) {
        const auto parts = out.by("vectorize").split(channels, t.vector);
        channels = parts[0];
        lanes = parts[1];
        out.by("vectorize").vectorize(lanes);
    } else {
        pixels = out.fuse({axes[1], axes[2]});
    }
    const auto [c1, ci] = out.by("tile_c").split(channels, t.tileC);
    const auto [c2, tx] = out.by("num_thread_c").split(c1, t.threadsC);
    const auto [bc, vx] = out.by("vthread_c").split(c2, t.virtualC);
    const auto [n1, ni] = out.by("tile_n").split(axes[0], t.tileN);
    const auto [n2, ty] = out.by("num_thread_n").split(n1, t.threadsN);
    const auto [bn, vy] = out.by("vthread_n").split(n2, t.virtualN);
    if (vectorize) {
        out.reorder({pixels, bn, bc, vy, vx, ty, tx, ni, ci, lanes});
    } else {
        out.reorder({pixels, bn, bc, vy, vx, ty, tx, ni, ci});
    }
    out.bind(pixels, vectorize ? "blockIdx.x" : "blockIdx.z");
    out.bind(bn, "blockIdx.y");
    out.bind(bc, vectorize ? "blockIdx.z" : "blockIdx.x");
    out.by("vthread_n").bind(vy, "vthread");
    out.by("vthread_c").bind(vx, "vthread");
    out.by("num_thread_n").bind(ty, "threadIdx.y");
    out.by("num_thread_c").bind(tx, "threadIdx.x");
    return tx;
}

/// The two innermost axes over threads, neighbouring ones on neighbouring elements.
void load(StageRef stage, const ir::IterVar& whole, const NhwcTiles& t)
{
    const auto [rest, tx] = stage.by("num_thread_c").split(whole, t.threadsC);
    const auto ty = stage.by("num_thread_n").split(rest, t.threadsN)[1];
    stage.by("num_thread_c").bind(tx, "threadIdx.x");
    stage.by("num_thread_n").bind(ty, "threadIdx.y");
}

void scheduleNhwc(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e, bool vectorize)
{
    const NhwcTiles t = tilesOf(cfg, vectorize);
    const StagedConvolution staged = stageThroughShared(s, e, true);

    StageRef sum = s[staged.sum];
    sum.computeAt(s[e.output], scheduleOutput(s[e.output], t, vectorize));
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [rco, rci] = sum.by("step").split(reduce[2], t.step);
    if (vectorize) {
        sum.by("vectorize").vectorize(own[3]);
    }
    sum.reorder({rco, reduce[0], reduce[1], rci, own[0], own[3]});
    for (const ir::Tensor& shared : staged.shared) {
        s[shared].computeAt(sum, reduce[1]);
    }
    for (const ir::Tensor& copy : staged.own) {
        s[copy].computeAt(sum, rci);
    }

    StageRef data = s[staged.shared[0]];
    const auto d = data.axes();
    data.reorder({d[1], d[2], d[0], d[3]});
    data.by("step").storageAlign(d[2], t.step + bankOffset - 1, t.step + bankOffset);
    load(data, data.fuse({d[0], d[3]}), t);

    StageRef kernel = s[staged.shared[1]];
    const auto k = kernel.axes();
    kernel.storageAlign(k[2], t.blockC() + bankOffset - 1, t.blockC() + bankOffset);
    ir::IterVar whole = kernel.fuse({k[2], k[3]});
    if (vectorize) {
        const auto [vectors, lanes] = kernel.by("vectorize").split(whole, t.vector);
        kernel.vectorize(lanes);
        whole = vectors;
    }
    load(kernel, whole, t);
}

KnobLaunch launch(const ConfigQuestion& q)
{
    KnobLaunch out;
    out.isKnown = true;
    for (const char* knob : {"num_thread_n", "num_thread_c"}) {
        out.threadFactors.push_back({knob, -1, wholeNumber(q.entity, knob)});
        out.threads *= out.threadFactors.back().value;
    }
    out.virtualThreads = wholeNumber(q.entity, "vthread_n") * wholeNumber(q.entity, "vthread_c");
    out.perThread = wholeNumber(q.entity, "tile_n") * wholeNumber(q.entity, "tile_c") * out.virtualThreads;
    return out;
}

Result<TemplateInstance> run(TemplateContext& cfg, const nlohmann::json& args, const char* name, bool vectorize)
{
    ArgumentReader reader(name, args);
    const Conv2d conv = readConv2dNhwc(reader);
    if (reader.error()) {
        return tl::make_unexpected(*reader.error());
    }
    declareKnobs(cfg, vectorize);
    const Conv2dExpression e = conv2dNhwc(conv);
    Schedule s = cfg.makeSchedule({e.output}, {e.data, e.kernel});
    scheduleNhwc(s, cfg, e, vectorize);
    return instance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace conv2d_nhwc_cuda

Template conv2dNhwcCuda()
{
    return {"conv2d_nhwc.cuda",
            "Direct convolution on a GPU, NHWC, as in TVM v0.7",
            {},
            true,
            [](TemplateContext& cfg, const nlohmann::json& args) {
                return conv2d_nhwc_cuda::run(cfg, args, "conv2d_nhwc.cuda", false);
            },
            firstCandidates,
            false,
            conv2d_nhwc_cuda::launch};
}

Template conv2dNhwcGpu()
{
    return {"conv2d_nhwc.gpu",
            "Direct convolution on a GPU, NHWC, as in TVM v0.8 and later",
            {},
            true,
            [](TemplateContext& cfg, const nlohmann::json& args) {
                return conv2d_nhwc_cuda::run(cfg, args, "conv2d_nhwc.gpu", true);
            },
            firstCandidates,
            false,
            conv2d_nhwc_cuda::launch};
}

} // namespace knobscope
