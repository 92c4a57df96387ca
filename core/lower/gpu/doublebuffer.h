// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

#include <set>

namespace knobscope {

using SharedBuffers = std::set<const ir::BufferNode*>;

/// Loops that begin by filling double-buffered shared memory (TVM's InjectDoubleBuffer): the buffers get two slots; each
/// iteration reads one while it fills the other for the next one, so that loads overlap with arithmetic and one barrier an
/// iteration does. `buffers` names the stages' buffers and receives the new ones, whose barriers are in the result already.
/// Shared buffers must stand at the top of the kernel.
ir::Stmt useDoubleBuffers(const ir::Stmt& body, SharedBuffers& buffers);

} // namespace knobscope
