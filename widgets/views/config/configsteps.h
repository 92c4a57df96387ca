// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

#include <QtGlobal>

#include <cstdint>

namespace knobscope {

constexpr int kMaxTries = 200'000; ///< configs checked for a valid one, some ten milliseconds

/// Number of the task's fallback config in its space.
Result<int64_t> fallbackOf(const Task& task);
/// Next valid number upwards (1) or downwards (-1); -1 if none of those checked is valid.
qint64 nextValid(const Task& task, qint64 from, int direction);

} // namespace knobscope
