// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/timedkernel.h"
#include "core/task/task.h"

namespace knobscope {

/// What the operator's definition makes of the inputs that a kernel has just run on, in double precision.
Result<std::vector<double>> expectedAnswer(const Task& task, const ConfigEntity& entity, TimedKernel& kernel);

/// Holds a kernel's output against it; the first element that is off is named. `tolerance` is relative to the largest element.
Result<void> compareAnswer(TimedKernel& kernel, const std::vector<double>& expected, double tolerance);

/// AutoTVM's 1e-4 for sums in float32 and double; what the rounding of shorter outputs needs.
double toleranceOf(ir::DataType output);

} // namespace knobscope
