// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/projectspaces.h"

#include "core/store/filehead.h"
#include "core/study/foreignspace.h"
#include "core/task/foreigntask.h"
#include "core/tuning/storedrun.h"

#include <cmath>
#include <map>
#include <tuple>

namespace knobscope {

namespace {

constexpr std::string_view kFormerFormat = "knobscope recorded space ";

RecordedPoint pointOf(const Task& task, const TrialRow& trial, int64_t index)
{
    RecordedPoint point{.index = index};
    const bool worked = trial.errorNo == 0 && trial.gflops > 0 && std::isfinite(trial.gflops);
    const bool hasSeconds = trial.costs.size() == 1 && trial.costs[0] > 0 && std::isfinite(trial.costs[0]);
    point.seconds = !worked ? 0 : hasSeconds ? trial.costs[0] : task.autotvmFlops / (trial.gflops * 1e9);
    const bool isKnownError = trial.errorNo >= 1 && trial.errorNo <= static_cast<int>(MeasureError::Unknown);
    point.error = worked ? MeasureError::None : isKnownError ? static_cast<MeasureError>(trial.errorNo) : MeasureError::Unknown;
    return point;
}

/// Runs of one task with one number of threads on one machine.
struct Candidate {
    RecordedSpace space;
    std::vector<int64_t> runs;
    int64_t trials = 0;
};

/// Finds the configs by their values: a template may have got other candidates since.
Result<RecordedSpace> filled(Project& project, Candidate& candidate)
{
    constexpr int64_t atATime = 1'000; // rows, of which 10,000 take 50 MB
    std::map<int64_t, RecordedPoint> points;
    const ConfigSpace& space = candidate.space.task.space;
    for (const int64_t run : candidate.runs) {
        std::vector<TrialRow> trials;
        for (int64_t first = 0; first == 0 || !trials.empty(); first = trials.back().number) {
            trials = TRY(project.trials(run, first, atATime));
            for (const TrialRow& trial : trials) {
                const auto entity = entityFromJson(trial.entity);
                const auto index = entity ? space.indexOf(*entity) : fail(entity);
                if (index && space.isValid(*index)) {
                    points[*index] = pointOf(candidate.space.task, trial, *index);
                }
            }
            if (std::ssize(trials) < atATime) {
                break;
            }
        }
    }
    for (const auto& [index, point] : points) {
        candidate.space.points.push_back(point);
    }
    return std::move(candidate.space);
}

} // namespace

Result<std::vector<RecordedSpace>> spacesOfProject(Project& project, double minCompleteness)
{
    const auto runs = TRY(project.runs());
    const auto tasks = TRY(project.tasks());
    std::map<std::tuple<int64_t, int, std::string>, Candidate> candidates;
    for (const RunRow& run : runs) {
        Candidate& candidate = candidates[{run.task, threadsOf(run), machineOf(run)}];
        candidate.space.date = candidate.runs.empty() ? dayOf(run.started) : candidate.space.date;
        candidate.runs.push_back(run.id);
        candidate.trials += run.trials;
    }
    std::vector<RecordedSpace> out;
    for (const TaskRow& row : tasks) {
        for (auto& [key, candidate] : candidates) {
            const auto& [task, threads, machine] = key;
            const auto trials = static_cast<double>(candidate.trials);
            // Creating a task and counting its configs takes a while; with constraints, a row's length may be a product of knobs.
            if (task != row.id || 20 * trials < minCompleteness * static_cast<double>(row.spaceLength)) {
                continue;
            }
            auto made = taskFromJson(row.task);
            if (!made || trials < minCompleteness * static_cast<double>(made->space.validCount().high)) {
                continue;
            }
            candidate.space.label = row.label;
            candidate.space.machine = machine.empty() ? made->target.text : machine;
            candidate.space.threads = threads;
            candidate.space.isForeign = isForeign(*made);
            candidate.space.task = std::move(*made);
            auto space = TRY(filled(project, candidate));
            if (space.completeness() >= minCompleteness && space.bestFlops() > 0) {
                out.push_back(std::move(space));
            }
        }
    }
    return out;
}

Result<std::vector<RecordedSpace>> readSpaces(const std::string& path)
{
    const auto head = TRY(fileHead(path, static_cast<int>(kFormerFormat.size())));
    if (head.starts_with(kFormerFormat)) {
        return fail(ErrorCode::Unsupported,
                    "{} is a recorded space of an earlier version; recorded spaces are projects now, so record it again with "
                    "`knobscope-cli lab record`",
                    path);
    }
    if (!beginsSqlite(head) && !beginsForeignSpace(head)) {
        return fail(ErrorCode::Corrupt, "{} is not a recorded space: neither a project nor results of another tuner", path);
    }
    if (!beginsSqlite(head)) {
        auto space = TRY(readForeignSpace(path));
        return std::vector<RecordedSpace>{std::move(space)};
    }
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    auto spaces = TRY(spacesOfProject(project));
    if (spaces.empty()) {
        spaces = TRY(spacesOfProject(project, 0));
    }
    if (spaces.empty()) {
        return fail(ErrorCode::Unsupported,
                    "{}: no run measured a config that works; record a space with `knobscope-cli lab record`", path);
    }
    return spaces;
}

} // namespace knobscope
