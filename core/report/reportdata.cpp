// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/reportdata.h"

#include "core/base/member.h"
#include "core/codegen/assemblyfacts.h"

#include <algorithm>
#include <map>

namespace knobscope {

namespace {

std::vector<std::string> primitivesOf(const Schedule& schedule)
{
    std::vector<std::string> lines;
    for (const ir::Provenance& made : schedule.primitives()) {
        if (!made.primitive.empty()) { // the first one is the definition
            lines.push_back(fmt::format("s[{}].{}{}", made.stage, made.primitive, made.knob.empty() ? "" : "   # " + made.knob));
        }
    }
    return lines;
}

/// Adds the schedule and the assembly, or the reason why there is none.
void addCode(ReportedConfig& best, const Task& task, const ConfigEntity& entity, CodeWorker& compiler,
             const std::atomic<bool>* stop)
{
    for (const auto& [knob, value] : entity.values) {
        best.knobs.emplace_back(knob, valueText(value));
    }
    const auto schedule = scheduleConfig(task, entity);
    if (!schedule) {
        best.problem = schedule.error();
        return;
    }
    best.primitives = primitivesOf(*schedule);
    auto code = compiler.text(task, entity, CodeLevel::Assembly, stop);
    if (!code) {
        best.problem = code.error();
        return;
    }
    best.assembly = std::move(code->lines);
    if (!task.isGpu) {
        const AssemblyFacts facts = assemblyFactsOf(best.assembly);
        best.innermostFirst = facts.innermostFirst;
        best.innermostLast = facts.innermostLast;
    }
}

std::optional<ReportedConfig> bestOf(const ReportedWorkload& workload, const ReportData& data)
{
    std::optional<ReportedConfig> best;
    for (const size_t r : workload.runs) {
        const RunRow& row = data.rows[r];
        const TrialPoint* fastest = data.runs[r].best();
        if (fastest && (!best || fastest->gflops > best->gflops)) {
            best = ReportedConfig{row.id, fastest->number, row.bestIndex, row.bestGflops, row.bestSeconds, row.bestSpeedup};
        }
    }
    return best;
}

/// Groups the runs by workload.
std::vector<ReportedWorkload> workloadsOf(const ReportData& data, const std::vector<TaskRow>& tasks)
{
    std::vector<ReportedWorkload> workloads;
    std::map<std::string, size_t> places;
    for (size_t r = 0; r < data.runs.size(); ++r) {
        const auto [place, isNew] = places.try_emplace(data.runs[r].workload, workloads.size());
        if (isNew) {
            workloads.emplace_back().label = data.runs[r].label;
            workloads.back().unit = data.runs[r].unit;
        }
        ReportedWorkload& workload = workloads[place->second];
        workload.runs.push_back(r);
        const auto task = std::ranges::find(tasks, data.rows[r].task, &TaskRow::id);
        if (task != tasks.end() && std::ranges::find(workload.spaces, task->id, &TaskRow::id) == workload.spaces.end()) {
            workload.spaces.push_back(*task);
        }
    }
    return workloads;
}

/// Adds to each workload the result of compareRuns() for its complete runs.
void compare(ReportData& data)
{
    std::vector<ComparedRun> complete;
    for (const ComparedRun& run : data.runs) {
        if (!run.isByHand && !run.isUnfinished) {
            complete.push_back(run);
        }
        data.unfinished += run.isUnfinished ? 1 : 0;
    }
    Comparison comparison = compareRuns(complete);
    for (TaskComparison& task : comparison.tasks) {
        const auto same = std::ranges::find_if(data.workloads, [&](const ReportedWorkload& workload) {
            return data.runs[workload.runs.front()].workload == task.workload;
        });
        if (same != data.workloads.end()) {
            same->comparison = std::move(task);
        }
    }
}

Result<void> readRuns(Project& project, const ReportRequest& request, ReportData& data)
{
    auto compared = TRY(runsOfProject(request.project, request.runs));
    const auto rows = TRY(project.runs());
    data.problems = std::move(compared.problems);
    for (ComparedRun& run : compared.runs) {
        const auto row = std::ranges::find(rows, run.run, &RunRow::id);
        if (row != rows.end()) {
            data.rows.push_back(*row);
            data.runs.push_back(std::move(run));
        }
    }
    if (data.runs.empty()) {
        return data.problems.empty() ? fail(ErrorCode::NotFound,
                                            "{} has no run, so there is nothing to report; tune something first", request.project)
                                     : fail(ErrorCode::Corrupt, "{}", data.problems.front());
    }
    return {};
}

/// Notes about the project, and those about runs, tasks and networks of the report.
std::vector<NoteRow> chosenNotes(std::vector<NoteRow> notes, const ReportData& data, const ReportRequest& request)
{
    std::erase_if(notes, [&](const NoteRow& note) {
        const bool isOtherRun =
            note.about.run != 0 && std::ranges::find(data.rows, note.about.run, &RunRow::id) == data.rows.end();
        const bool isOtherTask =
            !note.about.task.empty() && std::ranges::find(data.rows, note.about.task, &RunRow::label) == data.rows.end();
        const bool isOtherNetwork =
            !note.about.network.empty() && std::ranges::find(request.networks, note.about.network) == request.networks.end();
        return isOtherRun || isOtherTask || isOtherNetwork;
    });
    return notes;
}

} // namespace

Result<void> checkNotStopped(const std::atomic<bool>* stop)
{
    return stop && *stop ? fail(ErrorCode::Timeout, "The report was stopped") : Result<void>();
}

Result<ReportData> readReport(Project& project, const ReportRequest& request, CodeWorker& compiler,
                              const ReportProgress& progress, const std::atomic<bool>* stop)
{
    ReportData data;
    data.project = request.project;
    TRY(readRuns(project, request, data));
    data.workloads = workloadsOf(data, TRY(project.tasks()));
    compare(data);
    data.notes = chosenNotes(TRY(projectNotes(project)), data, request);
    data.schedules = TRY(preparedWork(project)).schedules;
    std::erase_if(data.schedules, [](const KeptSchedule& schedule) { return schedule.times.empty(); });
    const auto tuned = TRY(tunedRuns(project));
    const double steps = static_cast<double>(data.rows.size() + data.workloads.size());
    double done = 0;
    for (const RunRow& row : data.rows) {
        TRY(checkNotStopped(stop));
        progress(phrase("Grouping the failed trials of run {}", row.id), done++ / steps);
        const auto run = std::ranges::find(tuned, row.id, &TunedRun::run);
        if (row.errors > 0 && run != tuned.end()) {
            data.failures.push_back(TRY(failureReport(project, *run, {}, stop)));
        }
    }
    for (ReportedWorkload& workload : data.workloads) {
        TRY(checkNotStopped(stop));
        progress(phrase("Compiling the best config of {}", workload.label), done++ / steps);
        workload.best = bestOf(workload, data);
        const RunRow& first = data.rows[workload.runs.front()];
        const auto run = std::ranges::find(tuned, workload.best ? workload.best->run : first.id, &TunedRun::run);
        const auto task = run == tuned.end() ? nullptr : run->task;
        workload.description =
            task ? fmt::format("{}, {}", task->name, shapeText(*task)) : data.runs[workload.runs.front()].workload;
        if (!workload.best) {
            continue;
        }
        const auto compared = std::ranges::find(data.runs, workload.best->run, &ComparedRun::run);
        if (task && compared->bestEntity) {
            addCode(*workload.best, *task, *compared->bestEntity, compiler, stop);
        } else {
            workload.best->problem =
                phrase("This version cannot create the task or its config, so there is no schedule and no code");
        }
    }
    return data;
}

} // namespace knobscope
