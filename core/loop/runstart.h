// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace knobscope {

/// What the trials of a run are relative to: what was recorded of it goes on against the same anchor, on the same scale, with the
/// best so far as the partner.
Baseline baselineOf(const LoopTask& task);

/// Refuses a config to be measured first that is not in the space.
Result<void> checkSeeds(const LoopTask& task);

/// The bounds of the task's configs on this machine, as the measurer times them.
std::shared_ptr<BoundSource> boundsOf(const Task& task, const Measurer& measurer);

/// Which of the recorded trials, numbered from 1, a person had added.
std::vector<int64_t> addedTrials(const LoopTask& task);

} // namespace knobscope
