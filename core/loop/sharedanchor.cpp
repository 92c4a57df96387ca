// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/sharedanchor.h"

#include "core/json/member.h"
#include "core/loop/storedrun.h"
#include "core/measure/kernelmessage.h"
#include "core/task/anchor.h"
#include "core/task/thismachine.h"

#include <algorithm>

namespace knobscope {

Result<double> anchorSecondsIn(Project& project, const Task& task, const MeasureOptions& measuring)
{
    if (task.isGpu || !measuring.paired || anchorConfigs(task).empty()) {
        return 0;
    }
    const auto tasks = project.tasks();
    const auto runs = tasks ? project.runs() : Result<std::vector<RunRow>>(fail(tasks));
    if (!runs) {
        return fail(runs);
    }
    const auto row = std::ranges::find(*tasks, taskToJson(task), &TaskRow::task);
    if (row == tasks->end()) {
        return 0;
    }
    const RunRow* first = nullptr;
    for (const RunRow& run : *runs) {
        const MeasureOptions own = optionsFromJson(memberOr(run.options, "measure", nlohmann::json()));
        const bool suits = run.task == row->id && run.bestSeconds > 0 && run.bestSpeedup > 0 && own.threads == measuring.threads
                        && own.coldWeights == measuring.coldWeights && machineOf(run) == thisMachine().cpu;
        first = suits && (!first || run.id < first->id) ? &run : first;
    }
    return first ? first->bestSeconds * first->bestSpeedup : 0;
}

} // namespace knobscope
