// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/resume.h"

#include "core/base/member.h"
#include "core/store/runclaims.h"
#include "core/task/foreigntask.h"
#include "core/tuning/namedfiles.h"
#include "core/tuning/storedrun.h"
#include "core/tuning/transfer.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>

namespace knobscope {

Result<ResumableRun> resumableRun(Project& project, int64_t id, int64_t trials, const std::string& transfer, bool isClaimed)
{
    const auto run = TRY(project.run(id));
    if (run.isOwned && !isClaimed) {
        return tl::make_unexpected(runLockedError(project.path(), id, run.state, run.owner));
    }
    const auto row = TRY(project.task(run.task));
    auto task = taskFromJson(row.task);
    if (!task) {
        return fail(task.error().code, "The task of run {} cannot be restored: {}", id, task.error());
    }
    if (isForeign(*task)) {
        return fail(ErrorCode::Unsupported, "Run {} was imported from another tuner, which alone can continue it", id);
    }
    const auto stored = TRY(project.trials(id));
    ResumableRun out;
    out.task.task = std::move(*task);
    out.task.label = row.label;
    out.task.options = runOptionsOf(run);
    TRY(setTransfer(out.task.options, id, project.path(), transfer));
    out.task.options.trials = trials > 0 ? trials : run.budget;
    out.task.resumedRow = id;
    out.task.anchor = anchorOf(run);
    out.measuring = measuringOf(run);
    for (const TrialRow& trial : stored) {
        MeasureResult result;
        result.costs = trial.costs;
        result.error = static_cast<MeasureError>(trial.errorNo);
        result.why = trial.why;
        result.allCost = trial.allCost;
        result.timestamp = trial.timestamp;
        result.buildSeconds = trial.buildSeconds;
        result.runSeconds = trial.runSeconds;
        result.timing = fromJson<Timing>(trial.timing);
        result.timing.speedup = trial.speedup;
        result.timing.pace = trial.pace;
        out.task.recorded.push_back({trial.index, std::move(result)});
    }
    if (run.state == "waiting") { // never started; uses the earlier results available when it starts
        out.task.prepare = transferWhenStarted(project.path(), out.measuring.threads);
        return out;
    }
    // Uses the earlier results of its first start, so that it continues as it would have. Without them if the log is gone.
    (void)applyTransfer(out.task, &project, out.measuring.threads, run.started);
    return out;
}

Result<void> storeWaiting(ProjectWriter& writer, std::span<LoopTask> tasks, const MeasureOptions& measuring)
{
    for (LoopTask& task : tasks) {
        if (task.resumedRow > 0) {
            continue;
        }
        task.resumedRow = TRY(addRunOf(writer, task.task, task.label, task.options,
                                       {{"run", runOptionsToJson(task.options)}, {"measure", measuring}}, "waiting"));
    }
    return {};
}

std::vector<int64_t> unfinishedRuns(std::span<const RunRow> rows, int64_t trials)
{
    std::vector<int64_t> waiting;
    int64_t begun = 0;
    for (const RunRow& row : rows) {
        if (row.state == "waiting") {
            if (!row.isOwned) {
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
