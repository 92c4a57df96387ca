// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

namespace knobscope {

/// Virtual threads as one thread runs them (TVM's InjectVirtualThread): each statement that depends on one becomes an unrolled
/// loop around just that statement, so that the virtual threads advance together; local buffers that hold something else for
/// each get a leading dimension. What is the same for all, shared copies above all, is done once.
ir::Stmt expandVirtualThreads(const ir::Stmt& body);

} // namespace knobscope
