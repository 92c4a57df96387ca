// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectwriter.h"
#include "core/tuning/loop.h"

#include <cstdint>

namespace knobscope {

/// A run that can be resumed: its task with its edits, its options, and its trials so far.
struct ResumableRun {
    LoopTask task;
    MeasureOptions measuring;
};

/// Reads a run. `trials` > 0 replaces its budget. The recorded results are reported to the new tuner, so that nothing stored is
/// measured again. Rejects a run that another program owns, unless the caller's writer claimed it, and one that learns
/// from a file that only the project names (see setTransfer). The log is the run's own: callers that write to it call setLog.
Result<ResumableRun> resumableRun(Project& project, int64_t run, int64_t trials = 0, const std::string& transfer = {},
                                  bool isClaimed = false);

/// Adds a run with the state "waiting" to the project for each task without a row, so that `resume` continues with them if the
/// program ends early. tune() sets them to running in their turn.
Result<void> storeWaiting(ProjectWriter& writer, std::span<LoopTask> tasks, const MeasureOptions& measuring);

/// Row numbers of the runs to resume by default: the last one that is not finished (or has fewer than `trials` trials), then all
/// waiting ones that no program owns. Empty if there are none.
std::vector<int64_t> unfinishedRuns(std::span<const RunRow> rows, int64_t trials = 0);

} // namespace knobscope
