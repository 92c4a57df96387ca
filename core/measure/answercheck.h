// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/timedkernel.h"
#include "core/task/task.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// What the operator's definition makes of the inputs that a kernel has just run on, in double precision.
Result<std::vector<double>> expectedAnswer(const Task& task, const ConfigEntity& entity, TimedKernel& kernel);

/// How far values are from what is expected.
struct ValueDifference {
    double error = 0;       ///< the largest of finite values, as a share of the largest finite value that is expected (absolute
                            ///< where that is 0); always finite
    int64_t mismatched = 0; ///< values that are NaN or infinite where another value is expected, or the reverse
};

/// NaN equals NaN, an infinity one of the same sign, and 0 equals -0. Both have the same number of elements.
ValueDifference differenceOf(std::span<const double> actual, std::span<const double> expected);

/// differenceOf()'s error for the values of `name`. The first one that is off by more than `tolerance`, likewise a share, or is
/// mismatched, is named in an InvalidArgument.
Result<double> compareValues(const std::string& name, std::span<const double> actual, std::span<const double> expected,
                             double tolerance);
/// Holds a kernel's output against it, as compareValues() does.
Result<void> compareAnswer(TimedKernel& kernel, const std::vector<double>& expected, double tolerance);

/// AutoTVM's 1e-4 for sums in float32 and double; what the rounding of shorter outputs needs.
double toleranceOf(ir::DataType output);
/// The same, or where that is more, what the config's template says that it may lose (Template::rounding).
double toleranceOf(const Task& task, const ConfigEntity& entity, ir::DataType output);

} // namespace knobscope
