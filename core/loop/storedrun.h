// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/runoptions.h"
#include "core/measure/measureoptions.h"
#include "core/store/projectwriter.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// Adds a run of a task to a project, and the task where it is not there yet; the number of the run's row. `state`: "running" or
/// "waiting". `written`: the options as the row keeps them.
Result<int64_t> addRunOf(ProjectWriter& writer, const Task& task, const std::string& label, const RunOptions& options,
                         nlohmann::json written, const std::string& state);

/// The runs of a project that tuned this very task: the same workload, target and edits. In the order started.
Result<std::vector<RunRow>> runsOfTask(Project& project, const Task& task);

/// Seconds of a call of the task's anchor at full pace, as the first of the project's runs has timed it that measured in the same
/// way on a machine with this CPU's name; 0: none has, or the task is a GPU's. On a shared machine two runs' own timings of it
/// may be a third apart, and what both found could then not be compared in seconds or GFLOPS.
Result<double> anchorSecondsIn(Project& project, const Task& task, const MeasureOptions& measuring);

/// What it was to do, and how it measures.
RunOptions runOptionsOf(const RunRow& run);
MeasureOptions measuringOf(const RunRow& run);
/// The threads that each of its kernels had.
int threadsOf(const RunRow& run);
/// The CPU of the machine that measured it, as thisMachine() names it; empty: not known.
std::string machineOf(const RunRow& run);

} // namespace knobscope
