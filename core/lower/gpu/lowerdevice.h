// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/schedule/schedule.h"

namespace knobscope {

/// Lowers a schedule with loops bound to blocks and threads to kernels: one per stage computed at the root, in order, with the
/// stages attached to it. Shared buffers are allocated at the top of a kernel, barriers inserted where needed, guards only for
/// tails; virtual threads become unrolled loops; the loops' pragmas become Unrolled loops or unroll hints. Uses no GPU and knows
/// no device limits. Fails for an illegal schedule with a sentence naming stage and axis.
Result<ir::DeviceProgram> lowerDevice(const Schedule& schedule, const std::string& name);

} // namespace knobscope
