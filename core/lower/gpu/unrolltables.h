// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/loopnest.h"

namespace knobscope {

/// Writes out unrolled loops whose variable picks from a table of constants (selects on it, as the matrices of Winograd's
/// transforms are): each copy then has its numbers, and products with 0 and 1 are gone. Other loops stay as they are.
ir::Stmt unrollTables(const ir::Stmt& body);

} // namespace knobscope
