// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/study/runlab.h"

#include <cstdint>

namespace knobscope {

/// Standings of the tuners on one space, a row for each. For programs, also the columns of overallTable() and the ends of the
/// intervals; a number of trials beyond the budget is null.
Table spaceTable(const SpaceStanding& space);
/// The same over all spaces, in the same columns: geometric means of the medians.
Table overallTable(const LabResult& lab);

/// "57 (41–80)", with one seed "57", ">200" if most seeds did not reach the share; a budget of 0 is no limit.
Sentence medianSentence(const SeedMedian& median, int64_t budget);
/// "best 88.12 GFLOPS (AutoTVM)", "best 0.5536 ms" if the FLOPs are unknown.
Sentence bestSentence(const SpaceStanding& space);
/// Caption of overallTable().
Sentence overallSentence(const LabResult& lab);
/// Which tuner needed the fewest trials, and whether that is statistically significant; empty without tuners.
std::vector<Sentence> labVerdict(const LabResult& lab);

/// All tables as one of CSV, the rows over all spaces (if there are several) with the space "all spaces".
std::string labCsv(const LabResult& lab);
/// All tables below headings, as Markdown or aligned for a terminal.
std::string labMarkdown(const LabResult& lab);
std::string labText(const LabResult& lab);

} // namespace knobscope
