// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"

#include <cstdint>
#include <random>
#include <string>

namespace knobscope::bench {

/// A finished run of so many trials of ResNet-18's first 3x3 convolution, as a run writes it: configs of its space, entities,
/// costs, every 12th failed. The speeds are made up, so it is only good for measuring the display.
void writeTrials(const std::string& path, int64_t trials);
/// One of them: speeds rise slowly in noise, as in a long run.
TrialRow madeUpTrial(const Task& task, int64_t number, int64_t all, std::mt19937_64& random);

/// Calls within calls, three deep, on 16 threads, as the import of a profiler's trace writes them.
void writeSpans(const std::string& path, int64_t spans);

} // namespace knobscope::bench
