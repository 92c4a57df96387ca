// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/study/beliefmap.h"

namespace knobscope {

/// One row per trial: result, best before, and why it was proposed.
Table proposalsTable(const SearchHistory& history);
/// One row per knob of a trial: value and origin.
Table originsTable(const SearchHistory& history, size_t trial);
/// One row per valid pair of values of the map's knobs.
Table beliefTable(const SearchHistory& history, const BeliefMap& map, size_t knobX, size_t knobY);

} // namespace knobscope
