// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>

namespace knobscope::cli {

/// "[Task  3/12] ", with the trailing blank of AutoTVM's tutorials.
std::string taskPrefix(int64_t number, int64_t count);
/// "1 trial", "12 trials".
std::string trialsText(int64_t trials);
/// AutoTVM's line: "[Task  3/12]  Current/Best:   61.20/ 118.75 GFLOPS | Progress: (96/1000) | 41.07 s".
std::string progressLine(const std::string& prefix, const Progress& progress);
/// "412 of 530 proposals left out as hopeless; of 27 measured all the same 0 were good"
std::string pruningText(const PruneCount& count);
/// Effect of a warm start: "Warm start from project: 212 of 240 records used; the first 8 trials reached 93 % of the best; 4
/// trials tried the fastest earlier configs, the best of them (45.21 GFLOPS, 93 % of the run's best) at trial 2; the first
/// other config as fast came at trial 19; 95 % of the better best (48.60 GFLOPS) was reached here at trial 9, in the cold run
/// 1 at trial 43, whose results this run knew".
std::string warmStartText(const WarmStart& warm);

} // namespace knobscope::cli
