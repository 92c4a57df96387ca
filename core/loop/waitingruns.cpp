// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/waitingruns.h"

#include "core/loop/storedrun.h"
#include "core/measure/kernelmessage.h"

namespace knobscope {

Result<void> storeWaiting(ProjectWriter& writer, std::span<LoopTask> tasks, const MeasureOptions& measuring)
{
    for (LoopTask& task : tasks) {
        if (task.resumedRow > 0) {
            continue;
        }
        task.resumedRow =
            TRY(addRunOf(writer, task.task, task.label, task.options,
                         {{"run", runOptionsToJson(task.options)}, {"measure", optionsToJson(measuring)}}, "waiting"));
    }
    return {};
}

std::vector<int64_t> unfinishedRuns(std::span<const RunRow> rows, int64_t trials)
{
    std::vector<int64_t> waiting;
    int64_t begun = 0;
    for (const RunRow& row : rows) {
        if (row.state == "waiting") {
            if (!row.isHeld) {
                waiting.push_back(row.id);
            }
        } else if (row.state != "finished" || trials > row.trials) {
            begun = row.id;
        }
    }
    if (begun > 0) {
        waiting.insert(waiting.begin(), begun);
    }
    return waiting;
}

} // namespace knobscope
