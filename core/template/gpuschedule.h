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
GpuTile gpuTile(Schedule& s, TemplateContext& cfg, StageRef stage, const ir::IterVar& axis, const std::string& knob);
/// Binds block, virtual thread and thread to "blockIdx.D", "vthread", "threadIdx.D", recorded with the knob's name.
void bindTile(Schedule& s, StageRef stage, const GpuTile& tile, char dimension, const std::string& knob);

/// What is scheduled further of an NCHW output on the GPU.
struct OutputLoops {
    ir::IterVar whole;  ///< around everything: pragmas hang on it
    ir::IterVar block;  ///< the innermost block: what a block shares is computed at it
    ir::IterVar thread; ///< the innermost thread: what a thread owns is computed at it
};
/// Channels, rows and columns of an NCHW output by tile_f, tile_y and tile_x on z, y and x; the batch joins the blocks along z.
OutputLoops bindOutput(Schedule& s, TemplateContext& cfg, StageRef out);

/// How many threads a knob gives a dimension.
struct LoadPart {
    char dimension;
    std::string knob;
    int64_t threads;
};
/// Cooperative loading: all axes fused, split by number of parts, outermost first; each thread takes a contiguous run.
void loadInRuns(Schedule& s, StageRef load, const std::vector<LoadPart>& parts);
/// The same split by factor, innermost first: neighbouring threads take neighbouring elements.
void loadInterleaved(Schedule& s, StageRef load, const std::vector<LoadPart>& parts);

/// auto_unroll_max_step and unroll_explicit on a loop, as the knobs say.
void pragmaUnroll(Schedule& s, TemplateContext& cfg, StageRef stage, const ir::IterVar& axis);

/// Padding (when there is any) is computed where it is read.
void inlinePadding(Schedule& s, const Conv2dExpression& e);

/// The instance of a template whose schedule is complete, or what went wrong on the way.
Result<TemplateInstance> gpuInstance(TemplateContext& cfg, Schedule s, double autotvmFlops, double plainFlops);

} // namespace knobscope
