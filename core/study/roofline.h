// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"

namespace knobscope {

/// Performance limits of a machine (Williams, Waterman and Patterson 2009, "Roofline").
struct Roofline {
    double peakGflops = 0;
    double gigabytesPerSecond = 0;

    /// Maximum GFLOPS at this number of FLOPs per byte.
    double attainable(double intensity) const;
    /// The intensity above which arithmetic, not memory, is the limit.
    double ridge() const;
    /// Whether arithmetic is the limit at this intensity.
    bool isCompute(double intensity) const { return intensity >= ridge(); }
};

/// The possible gain over the best kernel of a task.
struct RooflineVerdict {
    double share = 0; ///< of what the roof allows at the task's intensity
    Sentence unit;    ///< "% of this core's peak"
    Sentence left;    ///< "At most 6 % left."
};
/// `gflops`: plain, of the fastest kernel. Above the slope of the memory, the roof is the peak: the tensors stay in a cache.
RooflineVerdict verdictOf(const Roofline& roof, double intensity, double gflops, int threads);

/// Plain FLOPs (two per multiply-add, like the peak) per byte that any kernel of the task must transfer: each input read once,
/// each output written once. Kernels whose tensors stay in the cache between calls may exceed the roof. Unsupported if this
/// version cannot create schedules of the task.
Result<double> arithmeticIntensity(const Task& task);
/// Factor from a task's GFLOPS as AutoTVM counts them to plain GFLOPS.
double plainShare(const Task& task);

} // namespace knobscope
