// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/base/member.h"
#include "core/store/notes.h"
#include "core/store/project.h"
#include "core/study/runfindings.h"
#include "core/study/trialset.h"
#include "core/target/bestrate.h"
#include "core/task/speedunit.h"
#include "core/tuning/storedrun.h"
#include "core/tuning/warmstart.h"

#include <CLI/CLI.hpp>

#include <map>

namespace knobscope::cli {

namespace {

/// See WarmStart::from().
const char* from(const RunRow& run)
{
    return WarmStart{.used = memberOr(memberOr(run.options, "warm_start", nlohmann::json()), "used", int64_t{0})}.from();
}

Result<Exit> runs(const Output& output, const std::string& path, bool bestOnly)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto rows = TRY(project.runs());
    const auto notes = TRY(projectNotes(project));
    std::map<int64_t, RunRow> best;
    for (const RunRow& row : rows) {
        if (row.bestGflops > 0 && (!best.contains(row.task) || row.bestGflops > best[row.task].bestGflops)) {
            best[row.task] = row;
        }
    }
    std::map<int64_t, SpeedUnit> unitOf;
    if (const auto tasks = project.tasks()) { // damaged tasks do not hide the runs
        for (const TaskRow& task : *tasks) {
            unitOf[task.id] = speedUnitOf(task.task);
        }
    }
    std::vector<SpeedUnit> units;
    std::ranges::transform(rows, std::back_inserter(units), [&](const RunRow& row) { return unitOf[row.task]; });
    Table table =
        Table({{"run", "run", "{}"},
               {"task", "task"},
               {"tuner", "tuner"},
               {"trials", "trials", "{}"},
               {"errors", "failed", "{}"},
               {"state", "state"},
               {"best_gflops", phrase("best {}", countedUnitText(units)), "{:.2f}"},
               {"best_speedup", "speed-up", "{:.2f}"},
               {"best_index", "config", "{}"},
               {"tags", "tags"}})
            .withIds({"speeds", "from", "best_seconds", "pace", "budget", "pruning", "warm_start", "started", "disturbed"});
    for (const RunRow& r : rows) {
        if (!bestOnly || best[r.task].id == r.id) {
            table.add({r.id, r.label, r.tuner, TableCell(r.trials, fmt::format("{}/{}", r.trials, r.budget)), r.errors, r.state,
                       r.bestGflops, positiveCell(r.bestSpeedup), r.bestIndex, tagsAbout(notes, {.run = r.id}),
                       toText(unitOf[r.task]), from(r), r.bestSeconds, r.pace, r.budget,
                       memberOr(r.options, "pruning", nlohmann::json()), memberOr(r.options, "warm_start", nlohmann::json()),
                       r.started, disturbanceOf(r).message});
        }
    }
    return output.answer(bestOnly ? "best" : "runs", table, {{"flops_counted", "autotvm"}});
}

/// Findings about one run.
Result<Exit> findings(const Output& output, const std::string& path, int64_t id)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto run = TRY(project.run(id));
    const auto set = TRY(trialSetOf(project, id, false));
    const bool isHere = set.task && !set.task->isGpu && machineOf(run) == thisMachine().cpu;
    const double peak = isHere ? BestRate().rateFor(threadsOf(run)) / 1e9 : 0;
    const auto found = TRY(runFindings(project, run, set.task ? profileOf(set.task->target) : MachineProfile(), peak));
    nlohmann::json list = nlohmann::json::array();
    std::string text;
    for (const RunFinding& finding : found) {
        list.push_back(runFindingToJson(finding));
        text += fmt::format("{} {}{}\n    {}\n", finding.text, finding.change,
                            finding.index < 0 && finding.gain > 1.005 ? fmt::format(" Up to {:.2f} times.", finding.gain) : "",
                            finding.evidence);
    }
    return output.answer({{"run", id}, {"findings", list}}, text.empty() ? "Nothing stands out in this run.\n" : text);
}

} // namespace

void addProjectCommands(CLI::App& app, const Output& output, Action& action)
{
    auto path = std::make_shared<std::string>();
    CLI::App* list = app.add_subcommand("runs", "List the runs in a project");
    addProjectArgument(*list, *path);
    auto of = std::make_shared<int64_t>(0);
    list->add_option("--findings", *of, "Say instead what was found about this run, and what to do")
        ->check(between(int64_t{1}, INT64_MAX));
    whenChosen(*list, action, [=, &output] { return *of > 0 ? findings(output, *path, *of) : runs(output, *path, false); });
    CLI::App* best = app.add_subcommand("best", "Show the best run of each task in a project");
    addProjectArgument(*best, *path);
    whenChosen(*best, action, [=, &output] { return runs(output, *path, true); });
}

} // namespace knobscope::cli
