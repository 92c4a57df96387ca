// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/machinepeak.h"
#include "core/task/task.h"

#include <map>
#include <string_view>

namespace knobscope {

/// What this machine's cores can do at most, by the number of threads: what runs with as many are held against.
using MachinePeaks = std::map<int, MachinePeak>;

/// Those that were measured, in this session or an earlier one.
MachinePeaks measuredPeaks();
void keepPeak(int threads, const MachinePeak& peak);
/// In GFLOPS; 0: it was not measured with so many threads.
double peakGflops(const MachinePeaks& peaks, int threads);
/// A GPU's, as it is described; 0: it is not, or the template takes tensor cores, of which nothing is stated.
double peakOfGpu(const Target& target, std::string_view templateName);
/// Of what kernels of the task run on: the GPU, else this machine's cores with so many threads.
double peakGflops(const Task& task, int threads);

} // namespace knobscope
