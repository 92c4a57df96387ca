// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/coldruns.h"

#include "core/json/member.h"
#include "core/loop/storedrun.h"
#include "core/task/anchor.h"

#include <algorithm>

namespace knobscope {

namespace {

bool knewNothing(const RunRow& run)
{
    const auto warm = run.options.find("warm_start");
    if (warm == run.options.end() || warm->is_null()) {
        return true;
    }
    return warm->value("used", warm->value("usable", int64_t{1})) == 0;
}

} // namespace

Result<std::vector<ColdRun>> coldRunsOf(Project& project, const LoopTask& task, int threads, double before)
{
    const auto rows = project.tasks();
    const auto runs = rows ? project.runs() : Result<std::vector<RunRow>>(fail(rows));
    if (!runs) {
        return fail(runs);
    }
    const nlohmann::json wanted = taskToJson(task.task);
    const bool sharesAnchor = !anchorConfigs(task.task).empty(); // or else it is the first config of each run
    std::vector<ColdRun> out;
    for (const RunRow& run : *runs) {
        const auto row = std::find_if(rows->begin(), rows->end(), [&](const TaskRow& r) { return r.id == run.task; });
        const bool hasEnded = run.state == "finished" || run.state == "stopped";
        if (row == rows->end() || row->task != wanted || !hasEnded || (before > 0 && run.started >= before)) {
            continue;
        }
        const RunOptions options = runOptionsFromJson(memberOr(run.options, "run", nlohmann::json()));
        if (threadsOf(run) != threads || run.tuner != task.options.tuner || options.parameters != task.options.parameters
            || !options.seeds.empty() || !knewNothing(run)) {
            continue;
        }
        const auto points = project.points(run.id);
        if (!points) {
            return fail(points);
        }
        ColdRun cold;
        cold.row = run.id;
        cold.speedupPerGflops = sharesAnchor && run.bestGflops > 0 ? run.bestSpeedup / run.bestGflops : 0;
        for (const TrialPoint& point : *points) {
            cold.hear(point.number, point.gflops);
        }
        out.push_back(std::move(cold));
    }
    return out;
}

} // namespace knobscope
