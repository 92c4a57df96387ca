// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/program.h"

namespace knobscope {

/// The least work of a step of a program.
struct StepWork {
    double flops = 0; ///< plain operations: 2 per multiply-add, and simple operations per element of other operators
    double bytes = 0; ///< of its operands, each read or written once
    double weightBytes = 0; ///< part of these: weights, as the kernel reads them
};

/// Counts the work of a step. Steps without a template: products by their sums, other operators by their elements; copies,
/// transforms and movements of data have no operations.
StepWork workOf(const Program& program, const Step& step);

} // namespace knobscope
