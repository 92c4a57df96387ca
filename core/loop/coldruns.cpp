// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/coldruns.h"

#include "core/loop/storedrun.h"

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
    const auto runs = TRY(runsOfTask(project, task.task));
    const bool sharesAnchor = !anchorConfigs(task.task).empty(); // or else it is the first config of each run
    std::vector<ColdRun> out;
    for (const RunRow& run : runs) {
        const bool hasEnded = run.state == "finished" || run.state == "stopped";
        if (!hasEnded || (before > 0 && run.started >= before)) {
            continue;
        }
        const RunOptions options = runOptionsOf(run);
        if (threadsOf(run) != threads || run.tuner != task.options.tuner || options.parameters != task.options.parameters
            || !options.seeds.empty() || !knewNothing(run)) {
            continue;
        }
        const auto points = TRY(project.points(run.id));
        ColdRun cold;
        cold.row = run.id;
        cold.speedupPerGflops = sharesAnchor && run.bestGflops > 0 ? run.bestSpeedup / run.bestGflops : 0;
        for (const TrialPoint& point : points) {
            cold.hear(point.number, point.gflops);
        }
        out.push_back(std::move(cold));
    }
    return out;
}

} // namespace knobscope
