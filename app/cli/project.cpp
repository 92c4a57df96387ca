// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/store/project.h"

#include <CLI/CLI.hpp>

#include <map>

namespace knobscope::cli {

namespace {

nlohmann::json runJson(const RunRow& r)
{
    return {{"run", r.id},
            {"task", r.label},
            {"tuner", r.tuner},
            {"trials", r.trials},
            {"errors", r.errors},
            {"state", r.state},
            {"best_gflops", r.bestGflops},
            {"best_index", r.bestIndex},
            {"best_seconds", r.bestSeconds},
            {"best_speedup", r.bestSpeedup},
            {"pace", r.pace},
            {"budget", r.budget},
            {"pruning", r.options.value("pruning", nlohmann::json())},
            {"warm_start", r.options.value("warm_start", nlohmann::json())},
            {"started", r.started}};
}

Result<Exit> runs(const Output& output, const std::string& path, bool bestOnly)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto rows = TRY(project.runs());
    std::map<int64_t, RunRow> best;
    for (const RunRow& row : rows) {
        if (row.bestGflops > 0 && (!best.contains(row.task) || row.bestGflops > best[row.task].bestGflops)) {
            best[row.task] = row;
        }
    }
    nlohmann::json list = nlohmann::json::array();
    TextTable table({">run", "task", "tuner", ">trials", ">failed", "state", ">best GFLOPS (AutoTVM)", ">speed-up", ">config"});
    for (const RunRow& row : rows) {
        if (bestOnly && best[row.task].id != row.id) {
            continue;
        }
        list.push_back(runJson(row));
        table.add({std::to_string(row.id), row.label, row.tuner, fmt::format("{}/{}", row.trials, row.budget),
                   std::to_string(row.errors), row.state, fmt::format("{:.2f}", row.bestGflops),
                   row.bestSpeedup > 0 ? fmt::format("{:.2f}", row.bestSpeedup) : "-", std::to_string(row.bestIndex)});
    }
    return output.answer({{bestOnly ? "best" : "runs", list}, {"flops_counted", "autotvm"}}, table.text());
}

} // namespace

void addProjectCommands(CLI::App& app, const Output& output, Action& action)
{
    auto path = std::make_shared<std::string>();
    CLI::App* list = app.add_subcommand("runs", "List the runs in a project");
    addProjectArgument(*list, *path);
    whenChosen(*list, action, [=, &output] { return runs(output, *path, false); });
    CLI::App* best = app.add_subcommand("best", "Show the best run of each task in a project");
    addProjectArgument(*best, *path);
    whenChosen(*best, action, [=, &output] { return runs(output, *path, true); });
}

} // namespace knobscope::cli
