// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace knobscope {

struct LowerOptions {
    /// Loops of one iteration are left in (cost-model features count them); kernels do without.
    bool keepUnitLoops = false;
    /// Loops with a short tail are split into a main part without guards and the tail.
    bool partitionLoops = true;
};

/// Turns a schedule into a loop nest: where each stage is computed and how much of it, buffers of just that size, guards
/// only where a tail needs them. Refuses an illegal schedule with a sentence naming stage and axis.
Result<ir::LoopNest> lower(const Schedule& schedule, const std::string& kernelName, const LowerOptions& options = {});

} // namespace knobscope
