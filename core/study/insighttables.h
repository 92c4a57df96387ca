// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/study/importance.h"
#include "core/study/neighbours.h"

namespace knobscope {

/// One row per knob, the most important first.
Table importanceTable(std::span<const KnobImportance> knobs);
/// Explains the shares of importanceTable(), with the share that all knobs explain together.
Sentence importanceSentence(const Importance& importance);

/// One row per neighbour, in their order, with the loss of speed or why there is none.
Table neighboursTable(const TrialSet& set, std::span<const Neighbour> neighbours);
/// "Config 12 is the fastest at 61.20 GFLOPS. 5 of its 9 one-step changes are measured."
Sentence neighboursSentence(const TrialSet& set, const TrialPoint& best, std::span<const Neighbour> neighbours);

} // namespace knobscope
