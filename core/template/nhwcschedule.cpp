// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/nhwcschedule.h"

#include "core/template/gpuschedule.h"

namespace knobscope {

namespace {

constexpr int64_t kBankOffset = 8; // AutoTVM's value, not a knob: padding of rows in shared memory

/// Up to v0.7 rows and columns are fused on blockIdx.z. Since v0.8 columns are on blockIdx.x and rows stay a loop.
ir::IterVar scheduleNhwcOutput(StageRef out, const NhwcTiles& t, bool vectorize)
{
    const auto axes = out.axes();
    ir::IterVar pixels = axes[2];
    ir::IterVar channels = axes[3];
    ir::IterVar lanes;
    if (vectorize) {
        const auto parts = out.chosenBy("vectorize").split(channels, t.vector);
        channels = parts[0];
        lanes = parts[1];
        out.chosenBy("vectorize").vectorize(lanes);
    } else {
        pixels = out.fuse({axes[1], axes[2]});
    }
    const auto [c1, ci] = out.chosenBy("tile_c").split(channels, t.tileC);
    const auto [c2, tx] = out.chosenBy("num_thread_c").split(c1, t.threadsC);
    const auto [bc, vx] = out.chosenBy("vthread_c").split(c2, t.virtualC);
    const auto [n1, ni] = out.chosenBy("tile_n").split(axes[0], t.tileN);
    const auto [n2, ty] = out.chosenBy("num_thread_n").split(n1, t.threadsN);
    const auto [bn, vy] = out.chosenBy("vthread_n").split(n2, t.virtualN);
    if (vectorize) {
        out.reorder({pixels, bn, bc, vy, vx, ty, tx, ni, ci, lanes});
    } else {
        out.reorder({pixels, bn, bc, vy, vx, ty, tx, ni, ci});
    }
    out.bind(pixels, vectorize ? "blockIdx.x" : "blockIdx.z");
    out.bind(bn, "blockIdx.y");
    out.bind(bc, vectorize ? "blockIdx.z" : "blockIdx.x");
    out.chosenBy("vthread_n").bind(vy, "vthread");
    out.chosenBy("vthread_c").bind(vx, "vthread");
    out.chosenBy("num_thread_n").bind(ty, "threadIdx.y");
    out.chosenBy("num_thread_c").bind(tx, "threadIdx.x");
    return tx;
}

/// Distributes the two innermost axes over threads; adjacent threads load adjacent elements.
void loadNhwc(StageRef stage, const ir::IterVar& whole, const NhwcTiles& t)
{
    const auto [rest, tx] = stage.chosenBy("num_thread_c").split(whole, t.threadsC);
    const auto ty = stage.chosenBy("num_thread_n").split(rest, t.threadsN)[1];
    stage.chosenBy("num_thread_c").bind(tx, "threadIdx.x");
    stage.chosenBy("num_thread_n").bind(ty, "threadIdx.y");
}

} // namespace

void scheduleNhwc(Schedule& s, const Conv2dExpression& e, const NhwcTiles& t, bool vectorize)
{
    const StagedConvolution staged = stageThroughShared(s, e, true);

    StageRef sum = s[staged.sum];
    sum.computeAt(s[e.output], scheduleNhwcOutput(s[e.output], t, vectorize));
    const auto own = sum.axes();
    const auto reduce = sum.reduceAxes();
    const auto [rco, rci] = sum.chosenBy("step").split(reduce[2], t.step);
    if (vectorize) {
        sum.chosenBy("vectorize").vectorize(own[3]);
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
    data.chosenBy("step").storageAlign(d[2], t.step + kBankOffset - 1, t.step + kBankOffset);
    loadNhwc(data, data.fuse({d[0], d[3]}), t);

    StageRef kernel = s[staged.shared[1]];
    const auto k = kernel.axes();
    kernel.storageAlign(k[2], t.blockC() + kBankOffset - 1, t.blockC() + kBankOffset);
    ir::IterVar whole = kernel.fuse({k[2], k[3]});
    if (vectorize) {
        const auto [vectors, lanes] = kernel.chosenBy("vectorize").split(whole, t.vector);
        kernel.vectorize(lanes);
        whole = vectors;
    }
    loadNhwc(kernel, whole, t);
}

} // namespace knobscope
