// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"
#include "core/template/template.h"

#include <cstdint>

namespace knobscope {

// Common parts of AutoTVM's CUDA schedules.

/// The four parts of a tile knob: block, virtual thread, thread, and the inner part that one thread computes.
struct GpuTile {
    ir::IterVar block;
    ir::IterVar virtualThread;
    ir::IterVar thread;
    ir::IterVar inner;
};

/// Splits `axis` into four by the knob. Binds nothing yet: blocks may still be fused.
GpuTile gpuTile(TemplateContext& cfg, StageRef stage, const ir::IterVar& axis, const std::string& knob);
/// Binds block, virtual thread and thread to "blockIdx.D", "vthread", "threadIdx.D", and records the knob's name.
void bindTile(StageRef stage, const GpuTile& tile, char dimension, const std::string& knob);

/// Loops of an NCHW output on the GPU that the rest of the schedule refers to.
struct OutputLoops {
    ir::IterVar whole;  ///< around everything; carries the pragmas
    ir::IterVar block;  ///< the innermost block: data shared by a block is computed here
    ir::IterVar thread; ///< the innermost thread: data owned by a thread is computed here
};
/// Binds channels, rows and columns of an NCHW output by tile_f, tile_y and tile_x to z, y and x; fuses the batch with block z.
OutputLoops bindOutput(TemplateContext& cfg, StageRef out);

/// Threads of one dimension that load together; their number is the third part of the tile knob.
struct LoadPart {
    char dimension;
    std::string knob;
};
/// Cooperative loading: fuses all axes, splits them by number of parts, outermost first; each thread loads a contiguous run.
void loadContiguous(TemplateContext& cfg, StageRef load, const std::vector<LoadPart>& parts);
/// Same with splits by factor, innermost first: adjacent threads load adjacent elements.
void loadInterleaved(TemplateContext& cfg, StageRef load, const std::vector<LoadPart>& parts);

/// Sets auto_unroll_max_step and unroll_explicit on a loop from the knobs.
void pragmaUnroll(TemplateContext& cfg, StageRef stage, const ir::IterVar& axis);

/// A convolution that accumulates in registers and loads input and kernel through shared memory.
struct StagedConvolution {
    ir::Tensor sum;
    std::array<ir::Tensor, 2> shared; ///< input, kernel
    std::array<ir::Tensor, 2> own;    ///< the thread's copies of them, if any
};
/// Creates its stages without placing them; computes padding where it is read.
StagedConvolution stageThroughShared(Schedule& s, const Conv2dExpression& e, bool hasOwnCopies);

/// Declares the knobs of a direct NCHW convolution: tiles of channels, rows and columns in four parts, the three reduction axes
/// in `reduceParts`, and unrolling.
void declareDirectKnobs(TemplateContext& cfg, const Conv2d& conv, int64_t reduceParts);

/// Schedules a direct NCHW convolution: accumulates in a local tile, and loads input and kernel through shared memory, one part
/// of the reduction at a time (TVM: s[AA], s[WW].compute_at(OL, rxo)). `knobs` split the reduction axes. With `hasOwnCopies` each
/// thread copies both from shared to local memory.
void scheduleDirect(Schedule& s, TemplateContext& cfg, const Conv2dExpression& e, const std::array<const char*, 3>& knobs,
                    bool hasOwnCopies);

/// Splits all iterations of a loop into blocks of `threads` threads; returns the thread loop.
ir::IterVar bindToBlocks(StageRef stage, const ir::IterVar& whole, int64_t threads);
/// Reorders weights once, in a separate kernel that is not timed.
void precomputePacking(StageRef packed, int64_t threads);

} // namespace knobscope
