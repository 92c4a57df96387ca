// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/tensorcorelaunch.h"

#include "core/op/conv2d.h"
#include "core/op/dense.h"

namespace knobscope {

std::optional<TensorcoreWork> tensorcoreWork(const Task& task, const ConfigEntity& entity)
{
    const bool isNchw = task.name == "conv2d_nchw_tensorcore.cuda";
    const bool isDense = task.name == "dense_tensorcore.cuda";
    if (!isNchw && !isDense && task.name != "conv2d_nhwc_tensorcore.cuda") {
        return std::nullopt;
    }
    ArgumentReader reader(task.name, task.args);
    TensorcoreWork work;
    if (isDense) {
        const MatrixProduct p = readDense(reader);
        work = {{}, 1, p.m, p.n, p.k, p.type};
    } else {
        const Conv2d conv = isNchw ? readConv2d(reader, false) : readConv2dNhwc(reader);
        work = {{}, conv.n, conv.oh() * conv.ow(), conv.k, conv.c, conv.type};
    }
    const auto kind = mmaKindFor(work.type);
    if (reader.error() || !kind) {
        return std::nullopt;
    }
    TemplateContext cfg({"cuda"}, entity);
    work.tiling = warpTiling(cfg, *kind);
    return cfg.error() ? std::nullopt : std::optional(work);
}

KnobLaunch tensorcoreLaunch(const TensorcoreWork& work)
{
    const WarpTiling& t = work.tiling;
    KnobLaunch out;
    out.isKnown = true;
    out.threads = ir::warpLanes * t.rowWarps * t.columnWarps;
    out.perThread = t.warpRows() * t.warpColumns() / ir::warpLanes;
    out.blocks = work.batch * (wholeBlocks(work.rows, t.blockRows()) / t.blockRows())
               * (wholeBlocks(work.columns, t.blockColumns()) / t.blockColumns());
    out.threadFactors = {{"block_row_warps", -1, t.rowWarps}, {"block_col_warps", -1, t.columnWarps}};
    return out;
}

KnobShared tensorcoreShared(const TensorcoreWork& work)
{
    const WarpTiling& t = work.tiling;
    const bool isTwice = t.isDoubleBuffered && work.depth > t.depth();
    const int64_t row = (t.depth() + t.offset) * work.type.bytes() * (isTwice ? 2 : 1);
    return {t.blockRows() * row, t.blockColumns() * row};
}

} // namespace knobscope
