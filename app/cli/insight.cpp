// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/study/importance.h"
#include "core/study/neighbours.h"
#include "core/study/roofline.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

const char* stateText(Neighbour::State state)
{
    return state == Neighbour::State::Measured ? "measured" : state == Neighbour::State::Failed ? "failed" : "not measured";
}

std::string importanceText(const Result<Importance>& importance)
{
    if (!importance) {
        return importance.error().message + "\n";
    }
    TextTable table({"knob", ">share of variance", ">values"});
    for (const KnobImportance& knob : importance->knobs) {
        table.add({knob.name, fmt::format("{:.1f} %", knob.share * 100), std::to_string(knob.values)});
    }
    return table.text()
         + phrase("Together they explain {:.1f} % of the variance of log GFLOPS over {} (config|configs) (main effects, "
                  "cross-validated).\n",
                  importance->explained * 100, importance->configs)
               .message;
}

std::string neighboursText(const TrialSet& set, std::span<const Neighbour> neighbours)
{
    TextTable table({"knob", "from", "to", ">config", ">loss", ">GFLOPS"});
    for (const Neighbour& n : neighbours) {
        const Knob& knob = set.task->space.knobs()[n.knob];
        const bool isMeasured = n.state == Neighbour::State::Measured;
        table.add({knob.name(), valueText(knob.at(n.fromDigit)), valueText(knob.at(n.toDigit)), std::to_string(n.index),
                   isMeasured ? fmt::format("{:.1f} %", n.loss * 100) : stateText(n.state),
                   isMeasured ? fmt::format("{:.2f}", n.gflops) : "-"});
    }
    return table.text();
}

nlohmann::json document(const TrialSet& set, const Result<Importance>& importance, std::span<const Neighbour> neighbours)
{
    nlohmann::json knobs = nlohmann::json::array();
    for (const KnobImportance& knob : importance ? importance->knobs : std::vector<KnobImportance>()) {
        knobs.push_back({{"knob", knob.name}, {"share", knob.share}, {"values", knob.values}});
    }
    nlohmann::json list = nlohmann::json::array();
    for (const Neighbour& n : neighbours) {
        const Knob& knob = set.task->space.knobs()[n.knob];
        list.push_back({{"knob", knob.name()},
                        {"from", valueToJson(knob.at(n.fromDigit))},
                        {"to", valueToJson(knob.at(n.toDigit))},
                        {"index", n.index},
                        {"state", stateText(n.state)}});
        if (n.state == Neighbour::State::Measured) {
            list.back()["gflops"] = n.gflops;
            list.back()["loss"] = n.loss;
        }
    }
    const auto best = set.best();
    const auto intensity = arithmeticIntensity(*set.task);
    return {{"task", set.label},
            {"flops_counted", "autotvm"},
            {"trials", set.trials.size()},
            {"best_index", best ? nlohmann::json(set.trials[*best].point.index) : nlohmann::json()},
            {"best_gflops", best ? set.trials[*best].point.gflops : 0},
            {"flops_per_byte", intensity ? nlohmann::json(*intensity) : nlohmann::json()},
            {"flops_per_byte_counted", "plain"},
            {"importance",
             importance ? nlohmann::json{{"knobs", knobs}, {"explained", importance->explained}, {"configs", importance->configs}}
                        : nlohmann::json{{"error", importance.error().message}}},
            {"neighbours", list}};
}

Result<Exit> insight(const Output& output, const std::string& path, int64_t run, bool onlyRun)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto set = TRY(trialSetOf(project, run, !onlyRun));
    const auto importance = knobImportance(set);
    const auto best = set.best();
    const auto neighbours = best ? neighboursOf(set, set.trials[*best].point.index) : std::vector<Neighbour>();
    std::string text =
        phrase("{}, {} (trial|trials)\n\nImportance of the knobs\n{}", set.label, set.trials.size(), importanceText(importance))
            .message;
    text += best ? fmt::format("\nNeighbours of config {}, the fastest at {:.2f} GFLOPS; {} of {} have no trial\n{}",
                               set.trials[*best].point.index, set.trials[*best].point.gflops, unmeasured(neighbours).size(),
                               neighbours.size(), neighboursText(set, neighbours))
                 : std::string("\nNo trial succeeded, so there is no best config.\n");
    return output.answer(document(set, importance, neighbours), text);
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
