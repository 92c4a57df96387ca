// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/foreignimport.h"

#include "core/store/projectwriter.h"
#include "core/store/taskrow.h"
#include "core/task/foreigntask.h"

#include <algorithm>

namespace knobscope {

namespace {

Result<TrialRow> trialRowOf(const ForeignTrial& trial, const Task& task, int64_t number)
{
    const auto entity = TRY(task.space.at(trial.index));
    TrialRow row;
    row.number = number;
    row.index = trial.index;
    row.entity = entityToJson(entity);
    row.errorNo = static_cast<int>(trial.error);
    row.why = trial.why;
    row.timestamp = trial.timestamp;
    row.buildSeconds = trial.buildSeconds;
    row.runSeconds = trial.runSeconds;
    row.allCost = trial.buildSeconds + trial.runSeconds;
    if (trial.seconds > 0) {
        row.costs = {trial.seconds};
        row.gflops = task.autotvmFlops / trial.seconds / 1e9;
    }
    return row;
}

} // namespace

Result<ImportedRun> importForeignRun(const ForeignRun& run, const std::string& file, const std::string& projectPath)
{
    constexpr int64_t trialsPerFlush = 10'000;
    const Task& task = run.space.task;
    TRY(Project::open(projectPath, Project::Mode::Create));
    const auto writer = TRY(ProjectWriter::open(projectPath));
    const TaskRow taskRow = taskRowOf(task, hasOperations(task) ? task.name : task.name + " (calls per second)");
    RunRow row;
    row.task = TRY(writer->addTask(taskRow));
    row.tuner = run.tuner;
    row.options = {{"machine", run.space.machine}, {"imported", file}};
    row.state = "finished";
    row.budget = static_cast<int64_t>(run.trials.size());
    const auto dated = std::ranges::find_if(run.trials, [](const ForeignTrial& trial) { return trial.timestamp > 0; });
    row.started = dated == run.trials.end() ? unixNow() : dated->timestamp;
    ImportedRun out{.label = taskRow.label, .hasOperations = hasOperations(task)};
    out.run = TRY(writer->addRun(row));
    for (const ForeignTrial& trial : run.trials) {
        writer->addTrial(out.run, TRY(trialRowOf(trial, task, ++out.trials)));
        out.failed += trial.seconds > 0 ? 0 : 1;
        out.bestSeconds =
            trial.seconds > 0 && (out.bestSeconds <= 0 || trial.seconds < out.bestSeconds) ? trial.seconds : out.bestSeconds;
        if (out.trials % trialsPerFlush == 0 && !writer->flush()) {
            return tl::make_unexpected(writer->refusal());
        }
    }
    if (!writer->flush()) {
        return tl::make_unexpected(writer->refusal());
    }
    return out;
}

} // namespace knobscope
