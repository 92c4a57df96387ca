// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/manualtrial.h"

#include "core/tuning/storedrun.h"
#include "core/tuning/storelistener.h"

#include <algorithm>

namespace knobscope {

namespace {

/// Returns the task's manual run; a row without an id if there is none.
Result<RunRow> runByHand(const std::string& projectPath, const Task& task)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::ReadOnly));
    auto runs = TRY(runsOfTask(project, task));
    const auto found =
        std::ranges::find_if(runs, [](const RunRow& run) { return run.tuner == kManualTunerName && !run.isOwned; });
    return found == runs.end() ? RunRow() : std::move(*found);
}

} // namespace

Result<int64_t> storeManualTrial(const std::string& projectPath, const Task& task, const std::string& label,
                                 const ConfigEntity& entity, const MeasureResult& result, const MeasureOptions& measuring)
{
    const auto run = TRY(runByHand(projectPath, task));
    auto writer = TRY(ProjectWriter::open(projectPath));
    StoreListener store(*writer, measuring);
    RunStarted started{.task = &task, .label = label, .restored = run.trials, .resumedRow = run.id};
    started.options.tuner = kManualTunerName;
    started.options.trials = run.trials + 1;
    started.options.confirmTop = 0;
    TRY(store.prepare(started));
    const double gflops = result.error == MeasureError::None ? task.autotvmFlops / result.meanCost() / 1e9 : 0;
    if (result.newAnchor) {
        store.anchorReplaced(*result.newAnchor);
    }
    store.trialFinished(
        {.number = run.trials + 1, .entity = entity, .result = result, .gflops = gflops, .stages = result.stages});
    store.runFinished({.reason = "finished"});
    return store.problem().empty() ? Result<int64_t>(store.lastRun()) : fail(ErrorCode::Io, "{}", store.problem());
}

} // namespace knobscope
