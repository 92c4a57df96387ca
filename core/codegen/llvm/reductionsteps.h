// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

namespace knobscope {

/// Whether no store inside depends on the loop variable: all iterations accumulate into the same elements.
bool isReductionLoop(const ir::For& loop);

/// The buffer that a statement of unrolled and vectorized loops and dot products accumulates into; null for other statements.
const ir::BufferNode* addedTo(const ir::Stmt& s);

} // namespace knobscope
