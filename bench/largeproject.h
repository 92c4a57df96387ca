// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/task/task.h"

#include <cstdint>
#include <random>
#include <string>

namespace knobscope::bench {

/// Writes a finished run with this many trials of ResNet-18's first 3x3 convolution, in the form of a real run: configs of its
/// space, entities, costs, every 12th failed. The speeds are invented, so it is only suitable for measuring the display.
void writeTrials(const std::string& path, int64_t trials);
/// Makes one of these trials: speeds rise slowly with noise, as in a long run.
TrialRow madeUpTrial(const Task& task, int64_t number, int64_t all, std::mt19937_64& random);

/// Writes nested calls, three deep, on 16 threads, in the form of an imported profiler trace.
void writeSpans(const std::string& path, int64_t spans);

} // namespace knobscope::bench
