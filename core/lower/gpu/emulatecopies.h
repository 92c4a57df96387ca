// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <cstdint>

namespace knobscope {

/// When an asynchronous copy writes: anything between the two is legal on a GPU, so what is right must be right with both.
enum class CopyTiming : uint8_t {
    Late, ///< as its thread waits for the group it belongs to; never, when nobody waits for it
    Early ///< at once
};

/// What one thread does, with asynchronous copies as ordinary stores at the time that `timing` says. Late ones stand in a queue
/// of the thread's own: the value as it was read, and where it goes. A group that is committed takes what was started since the
/// last one; waiting empties the queue up to the groups that may go on. So a copy that is not committed or not waited for is not
/// there when it is read, and one that other threads read needs a barrier after the wait.
ir::Stmt emulateCopies(const ir::Stmt& body, CopyTiming timing);

} // namespace knobscope
