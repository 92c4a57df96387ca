// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/winograd.h"
#include "core/template/context.h"

#include <cstdint>

// The transforms around Winograd's products, on CPUs with channels in blocks and on GPUs. What is between them is the templates'
// own.

namespace knobscope {

/// Once, before anything is timed: sixteen to sixty-four products' right-hand sides.
void scheduleKernelTransform(Schedule& s, const WinogradBlockedExpression& e);
/// At the output's loop over blocks of rows of tiles: the tiles of one, all channels of them, a vector of channels at a time.
void scheduleInputTransform(Schedule& s, const WinogradBlockedExpression& e, const ir::IterVar& block);
/// Loops of the output that others are computed at.
struct WinogradLoops {
    ir::IterVar block;    ///< of rows of tiles, which threads share; the images of a batch, too
    ir::IterVar channels; ///< blocks of them
};
/// Tiles of m x m outputs (tile_m), one after the other in a block of their rows, of which there are row_blocks.
WinogradLoops scheduleOutputTransform(Schedule& s, TemplateContext& cfg, const WinogradBlockedExpression& e, int64_t m);

/// A kernel of its own each, a thread a transform; the first is left out of the timing.
void scheduleKernelTransform(Schedule& s, const WinogradExpression& e);
void scheduleInputTransform(Schedule& s, const WinogradExpression& e);
void scheduleOutputTransform(Schedule& s, const WinogradExpression& e, int64_t m);

} // namespace knobscope
