// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/bounds.h"
#include "core/ir/loopnest.h"

#include <array>
#include <cstdint>

namespace knobscope::ir {

/// One launch on a GPU. `body` is the code of one thread: loops bound to blocks and threads are replaced by the index variables
/// below, which `body` uses freely. Virtual threads are ordinary (unrolled) loops. Buffers of scope Shared are allocated by an
/// Allocate around the whole body and shared by all threads of a block; those of scope Local are private to a thread. A Barrier
/// stands before each read of data that another thread of the block wrote, and is reached by all threads of the block or none.
struct DeviceKernel {
    std::string name;                          ///< unique in the program; a valid identifier
    std::array<int64_t, 3> grid{1, 1, 1};      ///< blocks along x, y, z
    std::array<int64_t, 3> block{1, 1, 1};     ///< threads per block along x, y, z
    std::array<Var, 3> blockIndex;             ///< blockIdx.x, y, z
    std::array<Var, 3> threadIndex;            ///< threadIdx.x, y, z
    std::array<ProvenanceId, 3> blockProvenance{};  ///< the primitive that made the loop behind each index; 0 if none
    std::array<ProvenanceId, 3> threadProvenance{};
    int64_t virtualThreads = 1;                ///< per thread
    std::vector<Buffer> parameters;            ///< global memory it accesses: the program's parameters and intermediates
    Stmt body;
    bool isPrecomputed = false;                ///< depends on weights only: excluded from the timing, as in AutoTVM

    int64_t threads() const { return block[0] * block[1] * block[2]; }
    /// Ranges of the block and thread indices.
    Ranges indexRanges() const
    {
        Ranges ranges;
        for (size_t d = 0; d < 3; ++d) {
            ranges.setExtent(blockIndex[d], grid[d]);
            ranges.setExtent(threadIndex[d], block[d]);
        }
        return ranges;
    }
};

/// The result of lowering a GPU schedule: kernels launched in sequence.
struct DeviceProgram {
    std::string name;
    std::vector<Buffer> parameters;            ///< inputs in definition order, then outputs; as in LoopNest
    size_t inputs = 0;                         ///< number of leading parameters that are read-only
    std::vector<Buffer> intermediates;         ///< global memory between kernels (scope Workspace), allocated by the caller
    std::vector<DeviceKernel> kernels;
    std::vector<Provenance> provenance;        ///< [0] is "no primitive"
    bool plainCopies = false;                  ///< no asynchronous copies: stores are plain, commits and waits are no-ops
    std::vector<std::string> notes;            ///< changes by lowering that the schedule did not ask for, as text
};

} // namespace knobscope::ir
