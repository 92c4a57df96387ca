// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace knobscope {

struct LowerOptions {
    /// Keeps loops of one iteration (cost-model features count them); kernels have none.
    bool keepUnitLoops = false;
    /// Splits loops with a short tail into a main part without guards and the tail.
    bool partitionLoops = true;
};

/// Lowers a schedule to a loop nest: the place and region of each stage, buffers of exactly that size, guards only where a tail
/// needs them. Fails for an illegal schedule with a sentence naming stage and axis.
Result<ir::LoopNest> lower(const Schedule& schedule, const std::string& kernelName, const LowerOptions& options = {});

} // namespace knobscope
