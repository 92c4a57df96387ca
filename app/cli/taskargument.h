// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/network/network.h"
#include "core/script/workload.h"
#include "core/task/task.h"
#include "core/worker/codeworker.h"

namespace knobscope::cli {

/// The network of a network or task name, with the shapes of the options.
Result<Network> networkOf(const std::string& id, const TaskOptions& options);

/// Parses `NETWORK:N` (as listed by `tasks`), a .sched file, or the JSON array of an AutoTVM workload, and applies the edits.
Result<Task> readTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// Whether a TASK is a schedule by hand.
bool isScheduleFile(const std::string& argument);
/// Parses --size options.
Result<TextSizes> readSizes(const std::vector<std::string>& texts);

/// A TASK as the user typed it: removes the blank that the argument parser needs after JSON.
std::string typedTask(const std::string& argument);
/// NETWORK:N from NETWORK:N/TEMPLATE.
std::string withoutTemplate(const std::string& task);
/// Label of a task in a project and in answers: NETWORK:N as typed, or the template of a file or of a workload in JSON.
std::string labelOf(const std::string& argument, const Task& task);

/// TASKs for the templates outside AutoTVM that compute the same as this TASK, one per template; may be empty.
Result<std::vector<std::string>> readAlternatives(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// The TASK of AutoTVM that computes the same: NETWORK:N if given in that form, else a workload as JSON. nullopt if AutoTVM
/// has no template for it.
Result<std::optional<std::string>> readAutotvmTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// The target given on the command line, or this machine's CPU. Checks its spelling, and fails if `compiler` cannot compile a
/// simple kernel for it.
Result<Target> readTarget(const std::string& text, CodeWorker& compiler);

} // namespace knobscope::cli
