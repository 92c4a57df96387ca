// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/bounds.h"
#include "core/ir/loopnest.h"

#include <array>
#include <cstdint>

namespace knobscope::ir {

/// One launch on a GPU. `body` is what one thread does: loops bound to blocks and threads are gone, their indices are the
/// variables below, which `body` uses freely. Virtual threads are ordinary (unrolled) loops by now. Buffers of scope Shared are
/// allocated by an Allocate around the whole body and seen by all threads of a block; those of scope Local belong to a thread.
/// A Barrier stands wherever a thread reads what another one of its block wrote, and is reached by all threads of the block or
/// none.
struct DeviceKernel {
    std::string name;                          ///< unique in the program, an identifier
    std::array<int64_t, 3> grid{1, 1, 1};      ///< blocks along x, y, z
    std::array<int64_t, 3> block{1, 1, 1};     ///< threads of a block along x, y, z
    std::array<Var, 3> blockIndex;             ///< blockIdx.x, y, z
    std::array<Var, 3> threadIndex;            ///< threadIdx.x, y, z
    std::array<ProvenanceId, 3> blockProvenance{};  ///< what made the loop that became this index; 0 where there was none
    std::array<ProvenanceId, 3> threadProvenance{};
    std::vector<Buffer> parameters;            ///< global memory it touches: the program's parameters and intermediates
    Stmt body;
    bool isPrecomputed = false;                ///< depends on weights alone: AutoTVM leaves it out of the timing

    int64_t threads() const { return block[0] * block[1] * block[2]; }
    /// What the indices of blocks and threads can be.
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

/// What a GPU schedule becomes: kernels launched one after the other.
struct DeviceProgram {
    std::string name;
    std::vector<Buffer> parameters;            ///< inputs in definition order, then outputs; as in LoopNest
    size_t inputs = 0;                         ///< how many of the parameters are read-only
    std::vector<Buffer> intermediates;         ///< global memory between kernels (scope Workspace), allocated by the caller
    std::vector<DeviceKernel> kernels;
    std::vector<Provenance> provenance;        ///< [0] is "no primitive"
    bool plainCopies = false;                  ///< no asynchronous copies: stores are stores, and commits and waits are nothing
    std::vector<std::string> notes;            ///< what lowering did that the schedule did not ask for, in words
};

} // namespace knobscope::ir
