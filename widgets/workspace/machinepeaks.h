// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/machinepeak.h"

#include <map>

namespace knobscope {

/// What this machine's cores can do at most, by the number of threads: what runs with as many are held against.
using MachinePeaks = std::map<int, MachinePeak>;

/// Those that were measured, in this session or an earlier one.
MachinePeaks measuredPeaks();
void keepPeak(int threads, const MachinePeak& peak);
/// In GFLOPS; 0: it was not measured with so many threads.
double peakGflops(const MachinePeaks& peaks, int threads);

} // namespace knobscope
