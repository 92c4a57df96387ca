// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>
#include <optional>

// AutoTVM's schedules of convolutions in NCHW[x]c on x86, which conv2d_NCHWc.x86 and its form for bytes share.

namespace knobscope {

bool isPointwise(const Conv2d& conv);

/// The reduction of a convolution in blocks of channels: input blocks, window, channels of a block, and where the kernel lies in
/// groups for dot products (conv2dNchwcDot) the channels of a group.
struct ChannelLoops {
    ir::IterVar chunk;
    ir::IterVar row;
    ir::IterVar column;
    ir::IterVar channel;
    std::optional<ir::IterVar> dot;

    /// The loops given, and the group's innermost.
    std::vector<ir::IterVar> inOrder(std::vector<ir::IterVar> outer) const;
};
ChannelLoops channelLoops(StageRef sum, const Conv2dExpression& e);
/// Vectors of output channels; groups become dot products.
void vectorizeSums(StageRef sum, const ir::IterVar& lanes, const ChannelLoops& loops);

/// The padded input, a vector of channels at a time, rows in parallel.
void schedulePadding(Schedule& s, const Conv2dExpression& e);
/// Rows in parallel, a tile of ow columns by one channel block at a time; returns the stage that sums such a tile up.
StageRef scheduleRows(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e);
/// A register tile of ow columns by one channel block, accumulated over all input channels and the window.
void scheduleWindow(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e);
/// 1x1: a tile of oh rows by ow columns by one channel block.
void schedulePointwise(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e);
/// AutoTVM's untuned config for such blocks of channels: the most columns, and rows of a 1x1 kernel, that leave a register over.
ConfigEntity untunedTile(const ConfigSpace& space, int64_t ic, int64_t oc);

} // namespace knobscope
