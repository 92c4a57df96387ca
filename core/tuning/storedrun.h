// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/projectwriter.h"
#include "core/task/task.h"
#include "core/timing/measureoptions.h"
#include "core/timing/measurer.h"
#include "core/tuning/runoptions.h"

#include <cstdint>
#include <optional>

namespace knobscope {

/// Adds a run of a task to a project, and the task if missing; returns the run's row number. `state`: "running" or "waiting".
/// `written`: the options as stored in the row.
Result<int64_t> addRunOf(ProjectWriter& writer, const Task& task, const std::string& label, const RunOptions& options,
                         nlohmann::json written, const std::string& state);

/// Runs of a project that tuned exactly this task: the same workload, target and edits. In the order started.
Result<std::vector<RunRow>> runsOfTask(Project& project, const Task& task);

/// Anchor of the first of the project's runs that measured the task in the same way on a machine with the same CPU, with its
/// seconds per call at full pace. Empty if there is none, or for a GPU task. On a shared machine, two runs' own timings of an
/// anchor can differ by a third, and their results would not be comparable in seconds or GFLOPS. Runs that did not store their
/// anchor do not count: another version of the program, or another CPU of the same name, may choose another one. Where a run had
/// to replace the anchor, which did not run any more, later runs take its own.
Result<Baseline> anchorIn(Project& project, const Task& task, const MeasureOptions& measuring, const std::string& machine);

/// Options of a stored run, and how it measures.
RunOptions runOptionsOf(const RunRow& run);
MeasureOptions measuringOf(const RunRow& run);
/// Threads per kernel.
int threadsOf(const RunRow& run);
/// CPU of the machine that measured it, as named by thisMachine(); empty: unknown.
std::string machineOf(const RunRow& run);
/// The config that its speed-ups are relative to; nullopt: unknown.
std::optional<ConfigEntity> anchorOf(const RunRow& run);
/// The warning about other programs that used the machine during the run; empty: there was none.
Sentence disturbanceOf(const RunRow& run);

} // namespace knobscope
