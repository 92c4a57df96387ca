// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/task.h"
#include "core/worker/machinepeak.h"

#include <map>
#include <string_view>

namespace knobscope {

/// Peak performance of this machine's cores by number of threads; baseline for kernels with as many threads.
using MachinePeaks = std::map<int, MachinePeak>;

/// Returns the peaks measured in this session or an earlier one.
MachinePeaks measuredPeaks();
void keepPeak(int threads, const MachinePeak& peak);
/// In GFLOPS; 0 if not measured with this number of threads.
double peakGflops(const MachinePeaks& peaks, int threads);
/// Peak of a GPU in GFLOPS from its description; 0 if it has none, or if the template uses tensor cores, whose peak is not
/// described.
double peakOfGpu(const Target& target, std::string_view templateName);
/// Peak of the device of the task's kernels: the GPU, else this machine's cores with `threads` threads.
double peakGflops(const Task& task, int threads);

} // namespace knobscope
