// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/storedrun.h"

#include "core/json/member.h"
#include "core/measure/kernelmessage.h"

namespace knobscope {

Result<int64_t> addRunOf(ProjectWriter& writer, const Task& task, const std::string& label, const RunOptions& options,
                         nlohmann::json written, const std::string& state)
{
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = label;
    row.spaceText = task.space.text();
    row.spaceLength = task.space.validCount().low;
    row.flops = task.autotvmFlops;
    const auto taskId = writer.addTask(row);
    if (!taskId) {
        return fail(taskId);
    }
    RunRow run;
    run.task = *taskId;
    run.tuner = options.tuner;
    run.parameters = options.parameters;
    run.options = std::move(written);
    run.seed = options.seed;
    run.state = state;
    run.started = unixTime();
    run.budget = options.trials;
    return writer.addRun(run);
}

int threadsOf(const RunRow& run)
{
    return memberOr(memberOr(run.options, "measure", nlohmann::json()), "threads", MeasureOptions().threads);
}

std::string machineOf(const RunRow& run)
{
    return memberOr(run.options, "machine", std::string());
}

} // namespace knobscope
