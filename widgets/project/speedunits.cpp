// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/speedunits.h"

#include "widgets/project/workspace.h"

namespace knobscope {

std::set<int64_t> runsInCalls(const Workspace& workspace)
{
    std::set<int64_t> tasks;
    for (const TaskRow& row : workspace.tasks()) {
        if (speedUnitOf(row.task) == SpeedUnit::CallsPerSecond) {
            tasks.insert(row.id);
        }
    }
    std::set<int64_t> runs;
    for (const RunRow& run : workspace.runs()) {
        if (tasks.contains(run.task)) {
            runs.insert(run.id);
        }
    }
    return runs;
}

} // namespace knobscope
