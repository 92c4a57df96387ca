// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/template.h"

#include <cstdint>

namespace knobscope {

// What AutoTVM's CUDA schedules have in common.

/// The four parts of a tile knob, bound: block, virtual thread, thread, and what one thread computes.
struct GpuTile {
    ir::IterVar block;
    ir::IterVar virtualThread;
    ir::IterVar thread;
    ir::IterVar inner;
};

/// `axis` split into four as the knob says. Nothing is bound yet: blocks may still be fused.
GpuTile gpuTile(TemplateContext& cfg, StageRef stage, const ir::IterVar& axis, const std::string& knob);
/// Binds block, virtual thread and thread to "blockIdx.D", "vthread", "threadIdx.D", recorded with the knob's name.
void bindTile(StageRef stage, const GpuTile& tile, char dimension, const std::string& knob);

/// What is scheduled further of an NCHW output on the GPU.
struct OutputLoops {
    ir::IterVar whole;  ///< around everything: pragmas hang on it
    ir::IterVar block;  ///< the innermost block: what a block shares is computed at it
    ir::IterVar thread; ///< the innermost thread: what a thread owns is computed at it
};
/// Channels, rows and columns of an NCHW output by tile_f, tile_y and tile_x on z, y and x; the batch joins the blocks along z.
OutputLoops bindOutput(TemplateContext& cfg, StageRef out);

/// Threads of this dimension load together, as many as the third part of the tile knob says.
struct LoadPart {
    char dimension;
    std::string knob;
};
/// Cooperative loading: all axes fused, split by number of parts, outermost first; each thread takes a contiguous run.
void loadInRuns(TemplateContext& cfg, StageRef load, const std::vector<LoadPart>& parts);
/// The same split by factor, innermost first: neighbouring threads take neighbouring elements.
void loadInterleaved(TemplateContext& cfg, StageRef load, const std::vector<LoadPart>& parts);

/// auto_unroll_max_step and unroll_explicit on a loop, as the knobs say.
void pragmaUnroll(TemplateContext& cfg, StageRef stage, const ir::IterVar& axis);

/// The launch of bindOutput()'s tiles.
KnobLaunch outputLaunch(const ConfigQuestion& question);

/// A convolution summed up in registers, its input and kernel brought through shared memory.
struct StagedConvolution {
    ir::Tensor sum;
    std::array<ir::Tensor, 2> shared; ///< input, kernel
    std::array<ir::Tensor, 2> own;    ///< the thread's copies of them, where it has any
};
/// Its stages, none of them placed yet; padding is computed where it is read.
StagedConvolution stageThroughShared(Schedule& s, const Conv2dExpression& e, bool hasOwnCopies);

/// The knobs of a direct NCHW convolution: tiles of channels, rows and columns in four, the reduction's three axes in
/// `reduceParts`, unrolling.
void declareDirectKnobs(TemplateContext& cfg, const Conv2d& conv, int64_t reduceParts);

/// Blocks of so many threads over all iterations of a loop; returns the threads' one.
ir::IterVar overBlocks(StageRef stage, const ir::IterVar& whole, int64_t threads);
/// Weights brought into another order once, before anything is timed, by a kernel of its own.
void precomputePacking(StageRef packed, int64_t threads);

} // namespace knobscope
