// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/ir/visit.h"
#include "core/result/result.h"

#include <cstdint>

namespace knobscope {

/// In which order the threads of a block (and the blocks) take their turns between two barriers.
enum class ThreadOrder : uint8_t {
    Forward,
    Backward,
    Shuffled ///< each index runs through a random permutation
};

/// When an asynchronous copy writes: anything between the two is legal on a GPU, so what is right must be right with both.
enum class CopyTiming : uint8_t {
    Late, ///< as its thread waits for the group it belongs to; never, when nobody waits for it
    Early ///< at once
};

struct EmulationOptions {
    ThreadOrder order = ThreadOrder::Forward;
    uint64_t seed = 0; ///< for Shuffled
    CopyTiming copies = CopyTiming::Late;
};

/// The device program as a loop nest for a CPU: blocks and threads become loops. Between two barriers each thread of a block
/// runs as far as the next one before another gets its turn, also from the end of one iteration into the next, so that a
/// missing barrier shows as a wrong result in one order or another. What a thread keeps across a barrier gets a place for each
/// thread; shared memory starts as NaN in every block. Computes exactly what the kernels compute, at a speed that says nothing.
/// Refuses a barrier under a condition that differs between threads. Asynchronous copies write as late or as early as they may.
Result<ir::LoopNest> emulate(const ir::DeviceProgram& program, const EmulationOptions& options = {});

/// What one thread does, with asynchronous copies as ordinary stores at the time that `timing` says. Late ones stand in a queue
/// of the thread's own: the value as it was read, and where it goes. A group that is committed takes what was started since the
/// last one; waiting empties the queue up to the groups that may go on. So a copy that is not committed or not waited for is not
/// there when it is read, and one that other threads read needs a barrier after the wait.
ir::Stmt emulateCopies(const ir::Stmt& body, CopyTiming timing);

/// How many statements of a kind stand in the program's text: `countOf<ir::Barrier>(program)`.
template<class Kind>
size_t countOf(const ir::DeviceProgram& program)
{
    size_t count = 0;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        count += ir::statementsOf<Kind>(kernel.body).size();
    }
    return count;
}

} // namespace knobscope
