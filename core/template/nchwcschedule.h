// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>
#include <optional>

// AutoTVM's schedules of convolutions in NCHW[x]c on x86: conv2d_NCHWc.x86, its form for bytes, and depthwise ones. The order of
// sums is the extra templates' as well.

namespace knobscope {

/// Declares the tiles of channels and columns.
void declareChannelTiles(TemplateContext& cfg, const Conv2d& conv, SplitKnob::Policy columns);
/// Declares tile_oh for a 1x1 kernel, unroll_kw for any other.
void declareWindowKnob(TemplateContext& cfg, const Conv2d& conv);
/// How many channels a block of the input and one of the output hold.
struct ChannelBlocks {
    int64_t in = 1;
    int64_t out = 1;
};
/// As the tiles say, or the arguments where they come packed.
Result<ChannelBlocks> channelBlocks(TemplateContext& cfg, const Conv2d& conv);

/// The reduction of a convolution in blocks of channels: input blocks, window, channels of a block, and where the kernel lies in
/// groups for dot products (conv2dNchwcDot) the channels of a group.
struct ChannelLoops {
    ir::IterVar chunk;
    ir::IterVar row;
    ir::IterVar column;
    ir::IterVar channel;
    std::optional<ir::IterVar> dot;

    /// Outermost first: the loops `around`, input blocks and window, the `tile`, and the group's. Of a window whose columns are
    /// to be written out these are inside the channels.
    std::vector<ir::IterVar> order(std::vector<ir::IterVar> around, bool writesColumnsOut,
                                   const std::vector<ir::IterVar>& tile) const;
};
ChannelLoops channelLoops(StageRef sum, const Conv2dExpression& e);
/// That order, by unroll_kw, and the columns of the window written out where it says so.
void orderSums(StageRef sum, TemplateContext& cfg, const ChannelLoops& loops, const std::vector<ir::IterVar>& around,
               const std::vector<ir::IterVar>& tile);
/// Vectors of output channels; groups become dot products.
void vectorizeSums(StageRef sum, const ir::IterVar& lanes, const ChannelLoops& loops);

/// The padded input, a vector of channels at a time, rows in parallel.
void schedulePadding(Schedule& s, const Conv2dExpression& e);
/// Rows in parallel, a tile of ow columns by one channel block at a time; returns the stage that sums such a tile up.
StageRef scheduleRows(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e);
/// The padding, and a register tile of ow columns (of a 1x1 kernel: by oh rows) by one channel block, accumulated over all input
/// channels and the window.
void scheduleTiles(Schedule& s, TemplateContext& cfg, const Conv2d& conv, const Conv2dExpression& e);
/// AutoTVM's untuned config for such blocks of channels: the most columns, and rows of a 1x1 kernel, that leave a register over.
ConfigEntity untunedTile(const ConfigSpace& space, int64_t ic, int64_t oc);

} // namespace knobscope
