// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>
#include <memory>

namespace knobscope {

/// Reference of a run's trials: a resumed run keeps its anchor and scale, with its best so far as the partner.
Baseline baselineOf(const LoopTask& task);
/// Adds a further trial to a run's reference.
void addTo(Baseline& base, const Task& task, int64_t index, const MeasureResult& result);

/// Rejects a config to measure first that is not in the space.
Result<void> checkSeeds(const LoopTask& task);

/// Bounds of the task's configs on this machine, for the measurer's conditions.
std::shared_ptr<BoundSource> boundsOf(const Task& task, const Measurer& measurer);

} // namespace knobscope
