// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>

namespace knobscope::cli {

/// "[Task  3/12] ", with the trailing blank of AutoTVM's tutorials.
std::string taskPrefix(int64_t number, int64_t count);
/// AutoTVM's line: "[Task  3/12]  Current/Best:   61.20/ 118.75 GFLOPS | Progress: (96/1000) | 41.07 s".
std::string progressLine(const std::string& prefix, const Progress& progress);

} // namespace knobscope::cli
