// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"

#include <cstdint>
#include <span>
#include <vector>

namespace knobscope {

/// What the trials of a run are relative to: what was recorded of it goes on against the same anchor, on the same scale, with the
/// best so far as the partner.
Baseline baselineOf(const LoopTask& task);
/// The same; a run without trials takes the scale that a listener knows.
Baseline baselineOf(const LoopTask& task, std::span<LoopListener* const> listeners);

/// Refuses a config to be measured first that is not in the space.
Result<void> checkSeeds(const LoopTask& task);

/// Which of the recorded trials, numbered from 1, a person had added.
std::vector<int64_t> addedTrials(const LoopTask& task);

} // namespace knobscope
