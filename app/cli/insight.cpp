// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/study/insighttables.h"
#include "core/study/roofline.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

nlohmann::json document(const TrialSet& set, const Result<Importance>& importance, const Table& neighbours)
{
    const auto best = set.best();
    const auto intensity = arithmeticIntensity(*set.task);
    return {{"task", set.label},
            {"flops_counted", "autotvm"},
            {"trials", set.trials.size()},
            {"best_index", best ? nlohmann::json(set.trials[*best].point.index) : nlohmann::json()},
            {"best_gflops", best ? set.trials[*best].point.gflops : 0},
            {"flops_per_byte", intensity ? nlohmann::json(*intensity) : nlohmann::json()},
            {"flops_per_byte_counted", "plain"},
            {"importance", importance ? nlohmann::json{{"knobs", importanceTable(importance->knobs).toJson()},
                                                       {"explained", importance->explained},
                                                       {"configs", importance->configs}}
                                      : nlohmann::json{{"error", importance.error().message}}},
            {"neighbours", neighbours.toJson()}};
}

Result<Exit> insight(const Output& output, const std::string& path, int64_t run, bool onlyRun)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto set = TRY(trialSetOf(project, run, !onlyRun));
    const auto importance = knobImportance(set);
    const auto best = set.best();
    const auto neighbours = best ? neighboursOf(set, set.trials[*best].point.index) : std::vector<Neighbour>();
    const Table table = neighboursTable(set, neighbours);
    std::string text = phrase("{}, {} (trial|trials)\n\nImportance of the knobs\n", set.label, set.trials.size()).message;
    text += importance ? fmt::format("{}{}\n", importanceTable(importance->knobs).toText(), importanceSentence(*importance))
                       : importance.error().message + "\n";
    text += best ? fmt::format("\nNeighbours of config {}\n{}\n{}", set.trials[*best].point.index,
                               neighboursSentence(set, set.trials[*best].point, neighbours), table.toText())
                 : std::string("\nNo trial succeeded, so there is no best config.\n");
    return output.answer(document(set, importance, table), text);
}

} // namespace

void addInsightCommand(CLI::App& app, const Output& output, Action& action)
{
    auto path = std::make_shared<std::string>();
    auto run = std::make_shared<int64_t>(0);
    auto onlyRun = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand(
        "insight", "Show what the trials of a task say about its knobs: importance, and neighbours of the best config");
    addProjectArgument(*command, *path);
    command->add_option("RUN", *run, "Run of the task")->required();
    command->add_flag("--only-run", *onlyRun, "Use the trials of this run only, not all trials of its task");
    whenChosen(*command, action, [=, &output] { return insight(output, *path, *run, *onlyRun); });
}

} // namespace knobscope::cli
