// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/runlab.h"

#include <cstdint>

namespace knobscope::cli {

/// The standings for a spreadsheet: a line a space and tuner, then a line a tuner over all spaces ("all spaces", where there are
/// several). Numbers with a point; an empty median, low or high means beyond the budget, or for the latter two that there is no
/// interval: of one seed.
std::string labCsv(const LabResult& lab);
/// The standings as Markdown: a table a space, and one over all where there are several. Medians with their intervals; ">200":
/// most seeds did not get there within 200 trials.
std::string labMarkdown(const LabResult& lab);

/// "57 (41-80)", ">200 (180->200)", of one seed "57"; a budget of 0 knows no limit.
std::string medianText(const SeedMedian& median, int64_t budget);
/// "best 88.12 GFLOPS (AutoTVM)", "best 0.5536 ms" where the FLOPs are not known.
std::string bestText(const SpaceStanding& space);

} // namespace knobscope::cli
