// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/byhand.h"

#include "core/loop/storelistener.h"

namespace knobscope {

namespace {

/// The task's run by hand; a row without an id when there is none.
Result<RunRow> runByHand(const std::string& projectPath, const Task& task)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::ReadOnly));
    auto runs = TRY(project.runs());
    const nlohmann::json wanted = taskToJson(task);
    for (RunRow& run : runs) {
        if (run.tuner != byHandName || run.isHeld) {
            continue;
        }
        if (const auto row = project.task(run.task); row && row->task == wanted) {
            return std::move(run);
        }
    }
    return RunRow();
}

} // namespace

Result<int64_t> keepByHand(const std::string& projectPath, const Task& task, const std::string& label, const ConfigEntity& entity,
                           const MeasureResult& result, const MeasureOptions& measuring)
{
    const auto run = TRY(runByHand(projectPath, task));
    auto writer = TRY(ProjectWriter::open(projectPath));
    StoreListener store(*writer, measuring);
    RunStarted started;
    started.task = &task;
    started.label = label;
    started.options.tuner = byHandName;
    started.options.trials = run.trials + 1;
    started.options.confirmTop = 0;
    started.resumedRow = run.id;
    started.restored = run.trials;
    TRY(store.makeReady(started));
    TrialFinished event;
    event.number = run.trials + 1;
    event.entity = entity;
    event.result = result;
    event.gflops = result.error == MeasureError::None ? task.autotvmFlops / result.meanCost() / 1e9 : 0;
    event.stages = result.stages;
    store.trialFinished(event);
    RunFinished end;
    end.reason = "finished";
    store.runFinished(end);
    return store.problem().empty() ? Result<int64_t>(store.runs().back()) : fail(ErrorCode::Io, "{}", store.problem());
}

} // namespace knobscope
