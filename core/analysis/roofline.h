// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

namespace knobscope {

/// What a machine can reach at most (Williams, Waterman and Patterson 2009, "Roofline").
struct Roofline {
    double peakGflops = 0;
    double gigabytesPerSecond = 0;

    /// GFLOPS at most, at so many FLOPs a byte.
    double attainable(double intensity) const;
    /// The intensity from which on arithmetic, not memory, is the limit.
    double ridge() const;
};

/// Plain FLOPs (two a multiply-add, as the peak counts) a byte that any kernel of the task must move: each input read and each
/// output written once. Kernels whose tensors stay in the cache between calls may lie above the roof. Unsupported for tasks whose
/// schedules this version cannot make.
Result<double> arithmeticIntensity(const Task& task);
/// What makes GFLOPS as AutoTVM counts those of a task plain ones.
double plainShare(const Task& task);

} // namespace knobscope
