// SPDX-License-Identifier: GPL-3.0-or-later
// What lowerDevice() makes kernels of a stage's loops by, in its order.
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/lower/nest.h"

#include <cstdint>
#include <map>
#include <set>

namespace knobscope {

/// Turns loops bound to blocks and threads into the kernel's index variables and fills in `kernel`'s grid, block, indices and
/// body. Loops bound to the same tag run over the same threads, whatever stage they belong to; the launch has as many as the
/// longest of them, and shorter ones are guarded. Memory that threads share is written once: threads that a stage's own loops do
/// not number are left out. A pragma on a loop that disappears stays with a loop of one iteration. A reduction over threads of x
/// becomes a tree of partial sums in shared memory (Harris, "Optimizing parallel reduction in CUDA"); it must be its stage's only
/// reduction loop.
Result<void> bindThreads(const BoundProgram& program, const ir::Stmt& nest, const UnrollPragmas& pragmas,
                         ir::DeviceKernel& kernel);

/// Replaces tensorized loops by what one lane of a warp does: products become WarpMma statements; loops that fill, clear or store
/// a tile run over the lane's elements of it (ir/warpmma.h); the tiles' local buffers, which until then are those of a whole
/// warp, shrink to a lane's part, its elements in a last dimension of their own. Lanes are the threads of x, of which there must
/// be 32. Refuses loops that are not the operation they are named after, and tiles that other statements touch.
Result<void> shareAmongLanes(ir::DeviceKernel& kernel);

/// Virtual threads as one thread runs them (TVM's InjectVirtualThread): each statement that depends on one becomes an unrolled
/// loop around just that statement, so that the virtual threads advance together; local buffers that hold something else for
/// each get a leading dimension. What is the same for all, shared copies above all, is done once.
ir::Stmt expandVirtualThreads(const ir::Stmt& body);

/// Writes out unrolled loops whose variable picks from a table of constants (selects on it, as the matrices of Winograd's
/// transforms are): each copy then has its numbers, and products with 0 and 1 are gone. Other loops stay as they are.
ir::Stmt unrollTables(const ir::Stmt& body);

using SharedBuffers = std::set<const ir::BufferNode*>;

/// How a stage's shared memory is filled, as its schedule asks.
struct CopyPlan {
    int64_t depth = 1; ///< copies of the buffer: 2 is double buffering
    bool isAsync = false; ///< by copies that a thread starts and waits for later
};
using CopyPlans = std::map<const ir::BufferNode*, CopyPlan>;

struct PipelinedCopies {
    ir::Stmt body;
    SharedBuffers done; ///< the buffers with several slots, whose barriers are in the body already
};

/// Loops that begin by filling shared memory of n slots (TVM's InjectDoubleBuffer for two; software pipelining in general): each
/// iteration reads one slot while the one n - 1 iterations on is being filled, so that loads overlap with arithmetic and one
/// barrier an iteration does. Asynchronous copies make one group an iteration, empty ones at the end, so that waiting for all but
/// the n - 2 latest groups is waiting for what this iteration reads; with one slot they are waited for at once. A loop of fewer
/// iterations than slots gets as many slots as it has iterations. Shared buffers must stand at the top of the kernel.
PipelinedCopies pipelineCopies(const ir::Stmt& body, const CopyPlans& plans);

/// The kernel's body with a Barrier before each statement that reads shared memory written since the last barrier, or writes
/// what was read or written since then (TVM's ThreadSync); what the previous iteration of a loop did counts as before. Barriers
/// for the buffers in `done` are there already. A single thread needs none. Refuses a kernel that would need one where not all
/// threads arrive.
Result<ir::Stmt> insertBarriers(const ir::DeviceKernel& kernel, const SharedBuffers& done = {});

/// Whether it differs between the threads of a block.
bool variesByThread(const ir::DeviceKernel& kernel, const ir::Expr& e);

} // namespace knobscope
