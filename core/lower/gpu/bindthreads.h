// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/lower/nest.h"

namespace knobscope {

/// Turns loops bound to blocks and threads into the kernel's index variables and fills in `kernel`'s grid, block, indices and
/// body. Loops bound to the same tag run over the same threads, whatever stage they belong to; the launch has as many as the
/// longest of them, and shorter ones are guarded. Memory that threads share is written once: threads that a stage's own loops do
/// not number are left out. A pragma on a loop that disappears stays with a loop of one iteration. A reduction over threads of x
/// becomes a tree of partial sums in shared memory (Harris, "Optimizing parallel reduction in CUDA"); it must be its stage's only
/// reduction loop.
Result<void> bindThreads(const BoundProgram& program, const ir::Stmt& nest, const UnrollPragmas& pragmas,
                         ir::DeviceKernel& kernel);

} // namespace knobscope
