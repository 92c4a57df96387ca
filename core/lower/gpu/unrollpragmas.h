// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/nest.h"

namespace knobscope {

/// Removes loops of one iteration, and applies the unroll pragmas that were collected while building the nest.
ir::Stmt applyUnrollPragmas(const ir::Stmt& body, const UnrollPragmas& pragmas);

} // namespace knobscope
