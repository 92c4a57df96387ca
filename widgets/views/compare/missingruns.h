// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/comparison.h"
#include "widgets/project/workspace.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// Runs that a group of the open project lacks for a verdict.
struct MissingRuns {
    int64_t like = 0;  ///< the newest run of the group in the project: the others are made like it
    size_t count = 0;
};
/// By group; only groups with runs in the project at `path`. `runs`: those that were compared.
std::vector<MissingRuns> missingRunsHere(const TaskComparison& task, std::span<const ComparedRun> runs, const std::string& path);
size_t countOf(const std::vector<MissingRuns>& missing);
/// Queues them with seeds that no compared run has, in turns, so that a change of the machine's speed affects all groups, and
/// starts the queue. The errors of Workspace::startQueue().
Result<void> startMissingRuns(Workspace& workspace, const std::vector<MissingRuns>& missing, std::span<const ComparedRun> runs);

} // namespace knobscope
