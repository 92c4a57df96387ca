// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"
#include "core/schedule/schedule.h"

namespace knobscope {

/// Turns a schedule with loops bound to blocks and threads into kernels: one for each stage that is computed at the root, in
/// order, with what is attached to it. Shared buffers stand at the top of a kernel, barriers where they are needed, guards only
/// for tails; virtual threads are unrolled loops; the loops' pragmas have become Unrolled loops or unroll hints. No GPU is
/// asked for anything, and limits of devices are not known here. Refuses an illegal schedule with a sentence naming stage and
/// axis.
Result<ir::DeviceProgram> lowerDevice(const Schedule& schedule, const std::string& name);

} // namespace knobscope
