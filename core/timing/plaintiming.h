// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/timing/measureoptions.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace knobscope {

/// Runs `calls` calls in a row and returns their mean seconds.
using TimedBatch = std::function<double(int64_t calls)>;

/// AutoTVM's method: one warm-up call, then `repeat` times the mean of `number` calls; with minRepeatMs, the number grows until
/// one repeat lasts that long. `beforeRepeat` flushes caches. Costs in seconds, not trimmed.
std::vector<double> timePlain(const TimedBatch& batch, const std::function<void()>& beforeRepeat, const MeasureOptions& options);
/// AutoTVM's rule: drops the smallest and the largest of more than two costs.
std::vector<double> trimmedCosts(std::vector<double> costs);
/// Mean seconds of `number` calls in a row.
double timeCalls(const std::function<void()>& call, int64_t number);

} // namespace knobscope
