// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/runlab.h"

#include <cstdint>

namespace knobscope::cli {

/// The standings as CSV: one line per space and tuner, then one line per tuner over all spaces ("all spaces", if there are
/// several). Numbers use a decimal point. An empty median, low or high is beyond the budget; low and high are also empty
/// without an interval, with a single seed.
std::string labCsv(const LabResult& lab);
/// The standings as Markdown: one table per space, and one over all if there are several. Medians with their intervals;
/// ">200": most seeds did not get there within 200 trials.
std::string labMarkdown(const LabResult& lab);

/// "57 (41-80)", ">200 (180->200)", with one seed "57"; a budget of 0 is no limit.
std::string medianText(const SeedMedian& median, int64_t budget);
/// "best 88.12 GFLOPS (AutoTVM)", "best 0.5536 ms" if the FLOPs are unknown.
std::string bestText(const SpaceStanding& space);

} // namespace knobscope::cli
