// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/context.h"

#include <cstdint>
#include <optional>

// AutoTVM's schedules of convolutions in NCHW[x]c on x86: conv2d_NCHWc.x86, its int8 variant, and depthwise ones. The extra
// templates use the same order of sums.

namespace knobscope {

/// Declares the tiles of channels and columns.
void declareChannelTiles(TemplateContext& cfg, const Conv2d& conv, SplitKnob::Policy columns);
/// Declares tile_oh for a 1x1 kernel, unroll_kw for any other.
void declareWindowKnob(TemplateContext& cfg, const Conv2d& conv);
/// Channels per block of the input and of the output.
struct ChannelBlocks {
    int64_t in = 1;
    int64_t out = 1;
};
/// Block sizes from the tiles, or from the arguments if these are packed.
Result<ChannelBlocks> channelBlocks(TemplateContext& cfg, const Conv2d& conv);

/// Reduction of a convolution in channel blocks: input blocks, window, channels within a block and, if the kernel is grouped for
/// dot products (conv2dNchwcDot), the channels of a group.
struct ChannelLoops {
    ir::IterVar chunk;
    ir::IterVar row;
    ir::IterVar column;
    ir::IterVar channel;
    std::optional<ir::IterVar> dot;

    /// Outermost first: the loops `around`, input blocks and window, the `tile`, and the group. If the window's columns are
    /// unrolled, they come inside the channels.
    std::vector<ir::IterVar> order(std::vector<ir::IterVar> around, bool writesColumnsOut,
                                   const std::vector<ir::IterVar>& tile) const;
};
ChannelLoops channelLoops(StageRef sum, const Conv2dExpression& e);
/// Applies that order according to unroll_kw, and unrolls the window's columns if it is set.
void orderSums(StageRef sum, TemplateContext& cfg, const ChannelLoops& loops, const std::vector<ir::IterVar>& around,
               const std::vector<ir::IterVar>& tile);
/// Vectorizes the output channels; groups become dot products.
void vectorizeSums(StageRef sum, const ir::IterVar& lanes, const ChannelLoops& loops);

/// Computes the padded input one vector of channels at a time, rows in parallel.
void schedulePadding(Schedule& s, const Conv2dExpression& e);
/// Parallel rows, with a tile of ow columns by one channel block at a time; returns the stage that sums such a tile.
StageRef scheduleRows(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e);
/// Schedules the padding, and a register tile of ow columns (for a 1x1 kernel: by oh rows) by one channel block, accumulated over
/// all input channels and the window.
void scheduleTiles(Schedule& s, TemplateContext& cfg, const Conv2d& conv, const Conv2dExpression& e);
/// AutoTVM's untuned config for these channel blocks: the most columns, and rows of a 1x1 kernel, that leave a register free.
ConfigEntity untunedTile(const ConfigSpace& space, int64_t ic, int64_t oc);

} // namespace knobscope
