// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/all.h"
#include "core/template/gpuschedule.h"

namespace knobscope {

namespace {

constexpr int64_t bankOffset = 8; // the template's own: rows of shared memory are that much longer than their contents

/// The values of one config's knobs, all plain factors.
struct NhwcTiles {
    int64_t tileN, tileC, threadsN, threadsC, virtualN, virtualC, step, vector;

    int64_t blockC() const { return tileC * threadsC * virtualC * vector; }
};

void declareKnobs(TemplateContext& cfg, bool vectorize)
{
    const auto numbers = [](std::initializer_list<int64_t> values) {
        return std::vector<OtherValue>(values.begin(), values.end());
    };
    cfg.defineKnob("tile_n", numbers({2, 4, 8}));
    cfg.defineKnob("tile_c", numbers({2, 4, 8}));
    cfg.defineKnob("num_thread_n", numbers({4, 8, 16}));
    cfg.defineKnob("num_thread_c", numbers({4, 8, 16}));
    cfg.defineKnob("vthread_n", numbers({1, 2}));
    cfg.defineKnob("vthread_c", numbers({1, 2}));
    cfg.defineKnob("step", numbers({16, 3, 32, 64}));
    if (vectorize) {
        cfg.defineKnob("vectorize", numbers({1, 2, 4, 8}));
    }
}

NhwcTiles tilesOf(TemplateContext& cfg, bool vectorize)
{
    return {
        cfg.number("tile_n"),    cfg.number("tile_c"),    cfg.number("num_thread_n"), cfg.number("num_thread_c"),
        cfg.number("vthread_n"), cfg.number("vthread_c"), cfg.number("step"),         vectorize ? cfg.number("vectorize") : 1};
}

std::array<ir::IterVar, 2> splitBy(Schedule& s, StageRef stage, const ir::IterVar& axis, int64_t factor, const std::string& knob)
{
    s.setKnob(knob);
    const auto parts = stage.split(axis, factor);
    s.setKnob({});
    return parts;
}

void bindTo(Schedule& s, StageRef stage, const ir::IterVar& axis, const std::string& tag, const std::string& knob)
{
    s.setKnob(knob);
    stage.bind(axis, tag);
    s.setKnob({});
}

/// Up to v0.7 rows and columns are fused on blockIdx.z. Since v0.8 columns are on blockIdx.x and rows stay a loop.
ir::IterVar scheduleOutput(Schedule& s, StageRef out, const NhwcTiles& t, bool vectorize)
{
    const auto axes = out.axes();
    ir::IterVar pixels = axes[2];
    ir::IterVar channels = axes[3];
    ir::IterVar lanes;
    if (vectorize) {
        const auto parts = splitBy(s, out, channels, t.vector, "vectorize");
        channels = parts[0];
        lanes = parts[1];
        s.setKnob("vectorize");
        out.vectorize(lanes);
        s.setKnob({});
    } else {
        pixels = out.fuse({axes[1], axes[2]});
    }
    const auto [c1, ci] = splitBy(s, out, channels, t.tileC, "tile_c");
    const auto [c2, tx] = splitBy(s, out, c1, t.threadsC, "num_thread_c");
    const auto [bc, vx] = splitBy(s, out, c2, t.virtualC, "vthread_c");
    const auto [n1, ni] = splitBy(s, out, axes[0], t.tileN, "tile_n");
    const auto [n2, ty] = splitBy(s, out, n1, t.threadsN, "num_thread_n");
    const auto [bn, vy] = splitBy(s, out, n2, t.virtualN, "vthread_n");
    if (vectorize) {
        out.reorder({pixels, bn, bc, vy, vx, ty, tx, ni, ci, lanes});
    } else {
        out.reorder({pixels, bn, bc, vy, vx, ty, tx, ni, ci});
    }
    out.bind(pixels, vectorize ? "blockIdx.x" : "blockIdx.z");
    out.bind(bn, "blockIdx.y");
    out.bind(bc, vectorize ? "blockIdx.z" : "blockIdx.x");
    bindTo(s, out, vy, "vthread", "vthread_n");
    bindTo(s, out, vx, "vthread", "vthread_c");
    bindTo(s, out, ty, "threadIdx.y", "num_thread_n");
    bindTo(s, out, tx, "threadIdx.x", "num_thread_c");
    return tx;
}

/// The two innermost axes over threads, neighbouring ones on neighbouring elements.
void load(Schedule& s, StageRef stage, const ir::IterVar& whole, const NhwcTiles& t)
{
    const auto [rest, tx] = splitBy(s, stage, whole, t.threadsC, "num_thread_c");
    const auto ty = splitBy(s, stage, rest, t.threadsN, "num_thread_n")[1];
    bindTo(s, stage, tx, "threadIdx.x", "num_thread_c");
    bindTo(s, stage, ty, "threadIdx.y", "num_thread_n");
}

void scheduleNhwc(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e, bool vectorize)
{
    const NhwcTiles t = tilesOf(cfg, vectorize);
    inlinePadding(s, e);
    const ir::Tensor local = s.cacheWrite(e.output, ir::Scope::Local);
    const std::array readers{local};
    const ir::Tensor sharedData = s.cacheRead(e.padded, ir::Scope::Shared, readers);
    const ir::Tensor sharedKernel = s.cacheRead(e.kernel, ir::Scope::Shared, readers);
    const ir::Tensor ownData = s.cacheRead(sharedData, ir::Scope::Local, readers);
    const ir::Tensor ownKernel = s.cacheRead(sharedKernel, ir::Scope::Local, readers);

    StageRef sum = s[local];
    sum.computeAt(s[e.output], scheduleOutput(s, s[e.output], t, vectorize));
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [rco, rci] = splitBy(s, sum, reduce[2], t.step, "step");
    if (vectorize) {
        s.setKnob("vectorize");
        sum.vectorize(own[3]);
        s.setKnob({});
    }
    sum.reorder({rco, reduce[0], reduce[1], rci, own[0], own[3]});
    for (const ir::Tensor& shared : {sharedData, sharedKernel}) {
        s[shared].computeAt(sum, reduce[1]);
    }
    for (const ir::Tensor& copy : {ownData, ownKernel}) {
        s[copy].computeAt(sum, rci);
    }

    StageRef data = s[sharedData];
    const auto d = data.axes();
    data.reorder({d[1], d[2], d[0], d[3]});
    s.setKnob("step");
    data.storageAlign(d[2], t.step + bankOffset - 1, t.step + bankOffset);
    s.setKnob({});
    load(s, data, data.fuse({d[0], d[3]}), t);

    StageRef kernel = s[sharedKernel];
    const auto k = kernel.axes();
    kernel.storageAlign(k[2], t.blockC() + bankOffset - 1, t.blockC() + bankOffset);
    ir::IterVar whole = kernel.fuse({k[2], k[3]});
    if (vectorize) {
        const auto [vectors, lanes] = splitBy(s, kernel, whole, t.vector, "vectorize");
        kernel.vectorize(lanes);
        whole = vectors;
    }
    load(s, kernel, whole, t);
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
    Schedule s = cfg.makeSchedule({e.output});
    s.setInputs({e.data, e.kernel});
    scheduleNhwc(s, cfg, e, vectorize);
    return gpuInstance(cfg, std::move(s), conv.plainFlops(), conv.plainFlops());
}

} // namespace

Template conv2dNhwcCuda()
{
    return {"conv2d_nhwc.cuda",
            "Direct convolution on a GPU, NHWC, as in TVM v0.7",
            {},
            true,
            [](TemplateContext& cfg, const nlohmann::json& args) { return run(cfg, args, "conv2d_nhwc.cuda", false); },
            firstCandidates};
}

Template conv2dNhwcGpu()
{
    return {"conv2d_nhwc.gpu",
            "Direct convolution on a GPU, NHWC, as in TVM v0.8 and later",
            {},
            true,
            [](TemplateContext& cfg, const nlohmann::json& args) { return run(cfg, args, "conv2d_nhwc.gpu", true); },
            firstCandidates};
}

} // namespace knobscope
