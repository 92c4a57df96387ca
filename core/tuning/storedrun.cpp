// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/storedrun.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"
#include "core/store/taskrow.h"
#include "core/target/machineprofile.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>

namespace knobscope {

Result<int64_t> addRunOf(ProjectWriter& writer, const Task& task, const std::string& label, const RunOptions& options,
                         nlohmann::json written, const std::string& state)
{
    RunRow run;
    run.task = TRY(writer.addTask(taskRowOf(task, label)));
    run.tuner = options.tuner;
    run.parameters = options.parameters;
    run.options = std::move(written);
    run.seed = options.seed;
    run.state = state;
    run.started = unixTime();
    run.budget = options.trials;
    return writer.addRun(run);
}

Result<std::vector<RunRow>> runsOfTask(Project& project, const Task& task)
{
    const auto tasks = TRY(project.tasks());
    auto runs = TRY(project.runs());
    const auto row = std::ranges::find(tasks, taskToJson(task), &TaskRow::task);
    std::erase_if(runs, [&](const RunRow& run) { return row == tasks.end() || run.task != row->id; });
    return runs;
}

RunOptions runOptionsOf(const RunRow& run)
{
    return runOptionsFromJson(memberOr(run.options, "run", nlohmann::json()));
}

MeasureOptions measuringOf(const RunRow& run)
{
    return optionsFromJson(memberOr(run.options, "measure", nlohmann::json()));
}

int threadsOf(const RunRow& run)
{
    return measuringOf(run).threads;
}

std::string machineOf(const RunRow& run)
{
    return memberOr(run.options, "machine", std::string());
}

Sentence disturbanceOf(const RunRow& run)
{
    const auto found = run.options.find("disturbed");
    return found == run.options.end() ? Sentence() : sentenceFromJson(*found).value_or(Sentence());
}

std::optional<ConfigEntity> anchorOf(const RunRow& run)
{
    auto anchor = entityFromJson(memberOr(run.options, "anchor", nlohmann::json()));
    return anchor ? std::optional(std::move(*anchor)) : std::nullopt;
}

Result<Baseline> anchorIn(Project& project, const Task& task, const MeasureOptions& measuring, const std::string& machine)
{
    if (task.isGpu || !measuring.paired) {
        return Baseline();
    }
    const auto runs = TRY(runsOfTask(project, task));
    Baseline found;
    for (const RunRow& run : runs) {
        const MeasureOptions own = measuringOf(run);
        const auto anchor = anchorOf(run);
        const bool isComparable = run.bestSeconds > 0 && run.bestSpeedup > 0 && anchor && own.threads == measuring.threads
                               && own.coldWeights == measuring.coldWeights && machineOf(run) == machine;
        if (isComparable && !(found.anchor && found.anchor->values == anchor->values)) { // another one replaced it
            found = {.anchor = anchor, .anchorSeconds = run.bestSeconds * run.bestSpeedup};
        }
    }
    return found;
}

} // namespace knobscope
