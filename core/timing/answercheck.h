// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "core/timing/timedkernel.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Expected output of kernels: the operator's definition, evaluated in double precision on the inputs of the kernel's last run.
/// Remembers the last one: configs with the same definition and the same inputs share it.
class ExpectedAnswer
{
public:
    Result<std::vector<double>> of(const Task& task, const ConfigEntity& entity, TimedKernel& kernel);

private:
    std::string m_question; ///< definition and inputs that `m_values` answer; empty: none
    std::vector<double> m_values;
};

/// Difference between computed and expected values.
struct ValueDifference {
    double error = 0;       ///< largest error of finite values, relative to the largest expected finite value (absolute if that
                            ///< is 0); always finite
    int64_t mismatched = 0; ///< number of values that are NaN or infinite where another value is expected, or the reverse
};

/// NaN equals NaN, an infinity equals one of the same sign, and 0 equals -0. Both spans must have the same length.
ValueDifference differenceOf(std::span<const double> actual, std::span<const double> expected);

/// Returns differenceOf()'s error for the values of `name`. InvalidArgument names the first value that is mismatched or whose
/// relative error exceeds `tolerance`.
Result<double> compareValues(const std::string& name, std::span<const double> actual, std::span<const double> expected,
                             double tolerance);
/// Compares a kernel's output with `expected`, as compareValues() does.
Result<void> compareAnswer(TimedKernel& kernel, const std::vector<double>& expected, double tolerance);

/// AutoTVM's 1e-4 for float32 and double sums; larger for shorter output types, whose rounding needs it.
double toleranceOf(ir::DataType output);
/// The same tolerance, or the rounding bound of the config's template (Template::rounding) if that is larger.
double toleranceOf(const Task& task, const ConfigEntity& entity, ir::DataType output);

} // namespace knobscope
