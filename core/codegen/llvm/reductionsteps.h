// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

namespace knobscope {

/// True when no store below moves with the variable: its iterations add to the same elements.
bool isReductionLoop(const ir::For& loop);

/// The buffer that a statement of unrolled and vectorized loops adds to; null for other statements.
const ir::BufferNode* addedTo(const ir::Stmt& s);

} // namespace knobscope
