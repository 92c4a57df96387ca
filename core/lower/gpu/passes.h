// SPDX-License-Identifier: GPL-3.0-or-later
// Passes by which lowerDevice() turns a stage's loops into kernels, in order of execution.
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/lower/nest.h"

#include <cstdint>
#include <map>
#include <set>

namespace knobscope {

/// Turns loops bound to blocks and threads into the kernel's index variables and fills in `kernel`'s grid, block, indices and
/// body. Loops bound to the same tag run over the same threads in all stages; the launch has as many threads as the longest
/// loop, and shorter ones are guarded. Shared and global memory is written once: threads of dimensions that a stage's loops do
/// not use are masked. A pragma on a removed loop stays with a loop of one iteration. A reduction over threads of x becomes a
/// tree of partial sums in shared memory (Harris, "Optimizing parallel reduction in CUDA"); it must be its stage's only
/// reduction loop.
Result<void> bindThreads(const BoundProgram& program, const ir::Stmt& nest, const UnrollPragmas& pragmas,
                         ir::DeviceKernel& kernel);

/// Replaces tensorized loops by the code of one lane of a warp: products become WarpMma statements; loops that fill, clear or
/// store a tile run over the lane's elements of it (ir/warpmma.h); the tiles' local buffers, until then of a whole warp, shrink
/// to a lane's part, with its elements in an extra last dimension. Lanes are the threads of x, of which there must be 32. Fails
/// for loops that do not match the operation named, and for tiles that other statements access.
Result<void> distributeOverLanes(ir::DeviceKernel& kernel);

/// Serializes virtual threads in one thread (TVM's InjectVirtualThread): each statement that depends on one becomes an unrolled
/// loop around just that statement, so that the virtual threads advance together; local buffers whose contents differ get an
/// extra leading dimension. Work that is the same for all, above all shared copies, is done once.
ir::Stmt expandVirtualThreads(const ir::Stmt& body);

/// Unrolls loops whose variable indexes a table of constants (selects on it, such as the matrices of Winograd's transforms):
/// each copy then has its constants, and products with 0 and 1 disappear. Other loops stay unchanged.
ir::Stmt unrollTables(const ir::Stmt& body);

using SharedBuffers = std::set<const ir::BufferNode*>;

/// How the schedule fills a stage's shared memory.
struct CopyPlan {
    int64_t depth = 1; ///< copies of the buffer: 2 is double buffering
    bool isAsync = false; ///< by copies that a thread starts and later waits for
};
using CopyPlans = std::map<const ir::BufferNode*, CopyPlan>;

struct PipelinedCopies {
    ir::Stmt body;
    SharedBuffers done; ///< buffers with several slots, whose barriers are already in the body
};

/// Pipelines loops that start by filling shared memory of n slots (TVM's InjectDoubleBuffer for two; software pipelining in
/// general): each iteration reads one slot while the slot for iteration i + n - 1 is filled, so that loads overlap with
/// arithmetic and one barrier per iteration suffices. Each iteration commits one group of asynchronous copies, empty ones at the
/// end, so that waiting for all but the n - 2 latest groups waits for the data of this iteration; with one slot the wait follows
/// at once. A loop with fewer iterations than slots gets one slot per iteration. Shared buffers must be allocated at the top of
/// the kernel.
PipelinedCopies pipelineCopies(const ir::Stmt& body, const CopyPlans& plans);

/// The kernel's body with a Barrier before each statement that reads shared memory written since the last barrier, or writes
/// shared memory accessed since then (TVM's ThreadSync); accesses of a loop's previous iteration count. Barriers for the buffers
/// in `done` are already present. A single thread needs none. Fails for a kernel that would need one where not all threads
/// arrive.
Result<ir::Stmt> insertBarriers(const ir::DeviceKernel& kernel, const SharedBuffers& done = {});

/// Whether the value differs between the threads of a block.
bool variesByThread(const ir::DeviceKernel& kernel, const ir::Expr& e);

} // namespace knobscope
