// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/waitingruns.h"

#include "core/measure/kernelmessage.h"

namespace knobscope {

Result<void> storeWaiting(ProjectWriter& writer, std::span<LoopTask> tasks, const MeasureOptions& measuring)
{
    for (LoopTask& task : tasks) {
        if (task.resumedRow > 0) {
            continue;
        }
        TaskRow row;
        row.task = taskToJson(task.task);
        row.key = row.task.dump();
        row.label = task.label;
        row.spaceText = task.task.space.text();
        row.spaceLength = task.task.space.validCount().low;
        row.flops = task.task.autotvmFlops;
        const auto taskId = writer.addTask(row);
        if (!taskId) {
            return fail(taskId);
        }
        RunRow run;
        run.task = *taskId;
        run.tuner = task.options.tuner;
        run.parameters = task.options.parameters;
        run.options = {{"run", runOptionsToJson(task.options)}, {"measure", optionsToJson(measuring)}};
        run.seed = task.options.seed;
        run.state = "waiting";
        run.started = unixTime();
        run.budget = task.options.trials;
        const auto id = writer.addRun(run);
        if (!id) {
            return fail(id);
        }
        task.resumedRow = *id;
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
