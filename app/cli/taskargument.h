// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/measure/codeworker.h"
#include "core/network/network.h"
#include "core/task/task.h"

namespace knobscope::cli {

/// The networks among which a network's name or a task's is to be found: the bundled ones, or the one of an ONNX file.
Result<std::vector<Network>> networksOf(const std::string& id, const TaskOptions& options);

/// Reads `NETWORK:N` (as `tasks` lists them) or the JSON array of an AutoTVM workload, and applies the edits.
Result<Task> readTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// A TASK as it was typed: JSON gets a space behind it on its way through the parser of arguments.
std::string typedTask(const std::string& argument);
/// NETWORK:N of NETWORK:N/TEMPLATE.
std::string withoutTemplate(const std::string& task);
/// What a task is called in a project and in answers: NETWORK:N as it was typed, or the template of a workload in JSON.
std::string labelOf(const std::string& argument, const Task& task);

/// TASKs, one for each template that AutoTVM does not have and that computes what this TASK does; none where there is none.
Result<std::vector<std::string>> readAlternatives(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// The TASK of AutoTVM that computes what this one does: NETWORK:N where it is written so, else a workload as JSON. None where
/// AutoTVM has no template for it.
Result<std::optional<std::string>> readAutotvmTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// The target named on the command line, or this machine's CPU. Checked for what may be mistyped in it; one that `compiler`
/// cannot make a simple kernel for is refused.
Result<Target> readTarget(const std::string& text, CodeWorker& compiler);

} // namespace knobscope::cli
