// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/projectspaces.h"

#include "core/tuning/storedrun.h"

#include "core/base/member.h"
#include "core/store/filehead.h"
#include "core/study/foreignspace.h"

#include <cmath>
#include <map>

namespace knobscope {

namespace {

RecordedPoint pointOf(const Task& task, const TrialPoint& trial)
{
    RecordedPoint point;
    point.index = trial.index;
    const bool worked = trial.errorNo == 0 && trial.gflops > 0 && std::isfinite(trial.gflops);
    point.seconds = worked ? task.autotvmFlops / (trial.gflops * 1e9) : 0;
    const bool isKnownError = trial.errorNo >= 1 && trial.errorNo <= static_cast<int>(MeasureError::Unknown);
    point.error = worked ? MeasureError::None : isKnownError ? static_cast<MeasureError>(trial.errorNo) : MeasureError::Unknown;
    return point;
}

/// Runs of one task with one number of threads.
struct Candidate {
    RecordedSpace space;
    std::vector<int64_t> runs;
    int64_t trials = 0;
};

Result<RecordedSpace> filled(Project& project, Candidate& candidate)
{
    std::map<int64_t, RecordedPoint> points;
    const ConfigSpace& space = candidate.space.task.space;
    for (const int64_t run : candidate.runs) {
        const auto trials = TRY(project.points(run));
        for (const TrialPoint& trial : trials) {
            if (trial.index >= 0 && trial.index < space.rangeLength() && space.isValid(trial.index)) {
                points[trial.index] = pointOf(candidate.space.task, trial);
            }
        }
    }
    for (const auto& [index, point] : points) {
        candidate.space.points.push_back(point);
    }
    return std::move(candidate.space);
}

} // namespace

Result<std::vector<RecordedSpace>> spacesOfProject(Project& project)
{
    const auto runs = TRY(project.runs());
    const auto tasks = TRY(project.tasks());
    std::map<std::pair<int64_t, int>, Candidate> candidates;
    for (const RunRow& run : runs) {
        Candidate& candidate = candidates[{run.task, threadsOf(run)}];
        candidate.space.date = candidate.runs.empty() ? dayOf(run.started) : candidate.space.date;
        candidate.runs.push_back(run.id);
        candidate.trials += run.trials;
    }
    std::vector<RecordedSpace> out;
    for (const TaskRow& row : tasks) {
        for (auto& [key, candidate] : candidates) {
            const bool isWorthAsking = key.first == row.id && row.spaceLength <= 20 * kMaxRecordedConfigs;
            auto task = isWorthAsking ? taskFromJson(row.task) : Result<Task>(fail(ErrorCode::NotFound, "another task"));
            const int64_t valid = task ? task->space.validCount().high : 0;
            const double needed = kMinCompleteness * static_cast<double>(valid);
            if (!task || valid > kMaxRecordedConfigs || static_cast<double>(candidate.trials) < needed) {
                continue;
            }
            candidate.space.label = row.label;
            candidate.space.machine = task->target.text;
            candidate.space.threads = key.second;
            candidate.space.task = std::move(*task);
            auto space = TRY(filled(project, candidate));
            if (space.completeness() >= kMinCompleteness && space.bestFlops() > 0) {
                out.push_back(std::move(space));
            }
        }
    }
    return out;
}

Result<std::vector<RecordedSpace>> readSpaces(const std::string& path)
{
    const auto head = fileHead(path, 16);
    if (!head || !beginsSqlite(*head)) {
        auto space = TRY(head && beginsForeignSpace(*head) ? readForeignSpace(path) : readRecordedSpace(path));
        return std::vector<RecordedSpace>{std::move(space)};
    }
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    auto spaces = TRY(spacesOfProject(project));
    if (spaces.empty()) {
        return fail(ErrorCode::Unsupported,
                    "{}: no task has measurements of {:.0f} % of its configs with the same number of threads; tune one with the "
                    "tuner grid and no limit of trials, or use `knobscope-cli lab record`",
                    path, 100 * kMinCompleteness);
    }
    return spaces;
}

} // namespace knobscope
