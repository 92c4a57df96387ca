// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"
#include "core/study/comparison.h"

namespace knobscope {

/// One row per group: medians of the trials and seconds to each share of the best, final best, failures.
Table reachTable(const TaskComparison& task);
/// One row per task that is not only manual, with each group's median of final bests and a brief verdict; the last row counts
/// the tasks that each group won.
Table winsTable(const Comparison& comparison);

/// One row and one column per group: how the row's group does against the column's ("faster", "slower", "undecided", "3 more
/// runs").
Table groupTable(const TaskComparison& task);

} // namespace knobscope
