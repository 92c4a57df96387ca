// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/codeworker.h"
#include "core/network/network.h"
#include "core/task/task.h"

namespace knobscope::cli {

/// Options that say which task and in which variant; the same for every command that takes a TASK.
struct TaskOptions {
    std::string target;             ///< "" means this machine's CPU
    std::vector<std::string> edits; ///< --edit texts, in order
    std::vector<std::string> shapes; ///< --shape texts, for tasks of ONNX files
};

/// The networks among which a network's name or a task's is to be found: the bundled ones, or the one of an ONNX file.
Result<std::vector<Network>> networksOf(const std::string& id, const TaskOptions& options);

/// Reads `NETWORK:N` (as `tasks` lists them) or the JSON array of an AutoTVM workload, and applies the edits.
Result<Task> readTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// A TASK as it was typed: JSON gets a space behind it on its way through the parser of arguments.
std::string typedTask(const std::string& argument);

/// TASKs, one for each template that AutoTVM does not have and that computes what this TASK does; none where there is none.
Result<std::vector<std::string>> readAlternatives(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// The TASK of AutoTVM that computes what this one does: NETWORK:N where it is written so, else a workload as JSON. None where
/// AutoTVM has no template for it.
Result<std::optional<std::string>> readAutotvmTask(const std::string& argument, const TaskOptions& options, CodeWorker& compiler);

/// The target named on the command line, or this machine's CPU. Checked for what may be mistyped in it; one that `compiler`
/// cannot make a simple kernel for is refused.
Result<Target> readTarget(const std::string& text, CodeWorker& compiler);

} // namespace knobscope::cli
