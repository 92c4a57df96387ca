// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/loop.h"
#include "core/store/projectwriter.h"

#include <cstdint>

namespace knobscope {

/// A run as it can go on: its task with its edits, its options, and what was measured so far.
struct ResumableRun {
    LoopTask task;
    MeasureOptions measuring;
};

/// Reads a run back. `trials` > 0 replaces its budget. The tuner is rebuilt by playing its recorded results back to it, so
/// nothing that is stored is measured again. Refuses a run that another program has, unless the caller's writer claimed it, and
/// one that learns from a file which only the project names (see takeTransfer). Its log is the run's own: whoever writes it calls
/// takeLog.
Result<ResumableRun> resumableRun(Project& project, int64_t run, int64_t trials = 0, const std::string& transfer = {},
                                  bool isClaimed = false);

/// Gives each of the tasks that has no row yet a run in the project with the state "waiting", so that a program that is ended
/// early leaves behind what it had not begun, and `resume` goes on with it. tune() turns them into running ones in their turn.
Result<void> storeWaiting(ProjectWriter& writer, std::span<LoopTask> tasks, const MeasureOptions& measuring);

/// Numbers of the runs that a program which asks for none goes on with: the last one that is not finished (or has fewer than
/// `trials` trials), and after it all that wait and that no program holds. Empty when there is none.
std::vector<int64_t> unfinishedRuns(std::span<const RunRow> rows, int64_t trials = 0);

} // namespace knobscope
