// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <cstdint>
#include <map>
#include <set>

namespace knobscope {

using SharedBuffers = std::set<const ir::BufferNode*>;

/// How a stage's shared memory is filled, as its schedule asks.
struct CopyPlan {
    int64_t depth = 1;    ///< copies of the buffer: 2 is double buffering
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

} // namespace knobscope
