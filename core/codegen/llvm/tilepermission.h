// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/base/result.h"

namespace knobscope {

/// Asks the system, once in this process, to let all its threads use tile registers (Linux: arch_prctl ARCH_REQ_XCOMP_PERM,
/// "Documentation/arch/x86/xstate.rst"). Only processes that run generated code call it. Fails if the CPU or the system has none.
Result<void> permitMatrixTiles();

} // namespace knobscope
