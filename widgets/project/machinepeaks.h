// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "core/task/task.h"
#include "core/worker/machinepeak.h"

#include <QString>

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
/// Whether a run was measured by this machine's CPU, or states no machine: only then this machine's peak is its own.
bool isOfThisMachine(const RunRow& run);
/// The peak of the task's device in plain GFLOPS: a GPU's stated one; a CPU's measured one, or the best rate of multiply-adds
/// that the timing of kernels has seen, whichever is higher; 0: unknown.
double knownPeakGflops(const Task& task, int threads);
/// "94 % of this core's peak", for `gflops` as AutoTVM counts them; empty if the peak is unknown.
QString shareOfPeak(const Task& task, double gflops, int threads);

} // namespace knobscope
