// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/loop/runoptions.h"
#include "core/store/projectwriter.h"
#include "core/task/task.h"

#include <cstdint>

namespace knobscope {

/// Adds a run of a task to a project, and the task where it is not there yet; the number of the run's row. `state`: "running" or
/// "waiting". `written`: the options as the row keeps them.
Result<int64_t> addRunOf(ProjectWriter& writer, const Task& task, const std::string& label, const RunOptions& options,
                         nlohmann::json written, const std::string& state);

/// The threads that each of its kernels had.
int threadsOf(const RunRow& run);
/// The CPU of the machine that measured it, as thisMachine() names it; empty: not known.
std::string machineOf(const RunRow& run);

} // namespace knobscope
