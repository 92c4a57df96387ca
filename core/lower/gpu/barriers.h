// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/lower/gpu/pipeline.h"

namespace knobscope {

/// The kernel's body with a Barrier before each statement that reads shared memory written since the last barrier, or writes
/// what was read or written since then (TVM's ThreadSync); what the previous iteration of a loop did counts as before. Barriers
/// for the buffers in `done` are there already. A single thread needs none. Refuses a kernel that would need one where not all
/// threads arrive.
Result<ir::Stmt> insertBarriers(const ir::DeviceKernel& kernel, const SharedBuffers& done = {});

/// The variables whose value differs between the threads of a block: the thread indices.
bool variesByThread(const ir::DeviceKernel& kernel, const ir::Expr& e);

} // namespace knobscope
