// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/ir/deviceprogram.h"
#include "core/ir/visit.h"

#include <cstdint>

namespace knobscope {

/// Execution order of the threads of a block (and of the blocks) between two barriers.
enum class ThreadOrder : uint8_t {
    Forward,
    Backward,
    Shuffled ///< each index follows a random permutation
};

/// When an asynchronous copy writes. Any time between the two is legal on a GPU, so correct results must be correct with both.
enum class CopyTiming : uint8_t {
    Late, ///< when its thread waits for its group; never, if no thread waits for it
    Early ///< at once
};

struct EmulationOptions {
    ThreadOrder order = ThreadOrder::Forward;
    uint64_t seed = 0; ///< for Shuffled
    CopyTiming copies = CopyTiming::Late;
};

/// Converts the device program to a loop nest for a CPU: blocks and threads become loops. Each thread of a block runs from one
/// barrier to the next before another thread runs, also across iterations, so that a missing barrier produces a wrong result in
/// some order. Values that a thread keeps across a barrier get a copy per thread; shared memory starts as NaN in every block.
/// Computes exactly what the kernels compute, but its speed is meaningless. Fails for a barrier under a condition that differs
/// between threads. Asynchronous copies write as late or as early as allowed.
Result<ir::LoopNest> emulate(const ir::DeviceProgram& program, const EmulationOptions& options = {});

/// The code of one thread with asynchronous copies as ordinary stores at the time given by `timing`. Late copies wait in a queue
/// of the thread: the value read, and its destination. A commit groups the copies started since the last one; a wait empties the
/// queue up to the groups that may stay pending. So a copy that is not committed or not waited for is missing when it is read,
/// and one that other threads read needs a barrier after the wait.
ir::Stmt emulateCopies(const ir::Stmt& body, CopyTiming timing);

/// Number of statements of a kind in the program's text: `countOf<ir::Barrier>(program)`.
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
