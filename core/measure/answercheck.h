// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/timedkernel.h"
#include "core/task/task.h"

#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// What the operator's definition makes of the inputs that a kernel has just run on, in double precision.
Result<std::vector<double>> expectedAnswer(const Task& task, const ConfigEntity& entity, TimedKernel& kernel);

/// The largest error of the values of `name`, as a share of the largest that is expected. The first one that is off by more than
/// `tolerance`, likewise a share, is named in an InvalidArgument.
Result<double> compareValues(const std::string& name, std::span<const double> actual, std::span<const double> expected,
                             double tolerance);
/// Holds a kernel's output against it, as compareValues() does.
Result<void> compareAnswer(TimedKernel& kernel, const std::vector<double>& expected, double tolerance);

/// AutoTVM's 1e-4 for sums in float32 and double; what the rounding of shorter outputs needs.
double toleranceOf(ir::DataType output);
/// The same, or where that is more, what the config's template says that it may lose (Template::rounding).
double toleranceOf(const Task& task, const ConfigEntity& entity, ir::DataType output);

} // namespace knobscope
