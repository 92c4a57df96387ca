// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/winograd.h"
#include "core/template/context.h"

#include <cstdint>

// The transforms around Winograd's products, on CPUs with channels in blocks and on GPUs. The templates schedule the products.

namespace knobscope {

/// Runs once, untimed: right-hand sides of sixteen to sixty-four products.
void scheduleKernelTransform(Schedule& s, const WinogradBlockedExpression& e);
/// At the output's loop over blocks of tile rows: transforms one block's tiles, all channels, one vector of channels at a time.
void scheduleInputTransform(Schedule& s, const WinogradBlockedExpression& e, const ir::IterVar& block);
/// Loops of the output at which other stages are computed.
struct WinogradLoops {
    ir::IterVar block;    ///< blocks of tile rows, fused with the batch; parallel
    ir::IterVar channels; ///< channel blocks
};
/// Tiles of m x m outputs (tile_m), one after the other within a block of tile rows; there are row_blocks blocks.
WinogradLoops scheduleOutputTransform(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, int64_t m);
/// For each position of the transformed tile a product of tiles by channels: a register tile of rows x columns of tiles by one
/// block of output channels, accumulated over all input channels.
void scheduleWinogradProduct(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, const ir::Tensor& sums);

/// Each is a separate kernel with one thread per transform; the first is not timed.
void scheduleKernelTransform(Schedule& s, const WinogradExpression& e);
void scheduleInputTransform(Schedule& s, const WinogradExpression& e);
void scheduleOutputTransform(Schedule& s, const WinogradExpression& e, int64_t m);

} // namespace knobscope
