// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/study/labtables.h"
#include "core/study/projectspaces.h"
#include "core/study/storedlabs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>

namespace knobscope::cli {

namespace {

struct LabArguments {
    std::vector<std::string> paths;
    std::string tuners;
    std::vector<std::string> history;
    int64_t historyTrials = 100;
    std::string format;
    std::string prune = "off";
    std::string project; ///< project that stores the comparison; empty: none
    LabOptions options;
};

/// All tuners except `grid`, which does not search but follows a given order.
std::string defaultTuners()
{
    std::string names = "random";
    for (const TunerDescription& tuner : tuners()) {
        if (tuner.name != "random" && tuner.name != "grid") {
            names += "," + tuner.name;
        }
    }
    return names;
}

Result<Exit> lab(const Output& output, const LabArguments& a)
{
    const auto choices = TRY(parseTunerChoices(a.tuners.empty() ? defaultTuners() : a.tuners));
    std::vector<RecordedSpace> spaces;
    for (const std::string& path : a.paths) {
        auto read = TRY(readSpaces(path));
        for (const RecordedSpace& space : read) {
            for (const Sentence& problem : space.problems) {
                output.note(problem.message);
            }
        }
        std::ranges::move(read, std::back_inserter(spaces));
    }
    LabOptions options = a.options;
    options.replaying.prune = TRY(parsePruneOptions(a.prune));
    for (const std::string& path : a.history) {
        const auto known = TRY(readSpaces(path));
        for (const RecordedSpace& space : known) {
            auto earlier = TRY(earlierRun(space, a.historyTrials));
            options.replaying.history.push_back(std::move(earlier));
        }
    }
    if (!a.project.empty()) { // checked before the replays, which may take minutes
        TRY(Project::open(a.project, Project::Mode::ReadWrite));
    }
    const auto result = TRY(runLab(spaces, choices, options));
    if (!a.project.empty()) {
        TRY(storeLab(a.project, result, options));
    }
    return output.answer(labToJson(result), a.format.empty()    ? labText(result)
                                            : a.format == "csv" ? labCsv(result)
                                                                : labMarkdown(result));
}

/// Lists a project's stored comparisons, or prints the one with a number from that list.
Result<Exit> results(const Output& output, const std::string& path, int64_t number)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto kept = TRY(storedLabs(project));
    if (number > std::ssize(kept)) {
        return fail(ErrorCode::NotFound, "{} has no comparison {}; it has {}", path, number, kept.size());
    }
    if (number > 0) {
        const StoredLab& lab = kept[static_cast<size_t>(number - 1)];
        return output.answer(storedLabToJson(lab), labText(lab.result));
    }
    nlohmann::json documents = nlohmann::json::array();
    Table table({{"", "number", "{}"},
                 {"", "date"},
                 {"", "spaces", "{}"},
                 {"", "tuners"},
                 {"", "seeds", "{}"},
                 {"", "trials", "{}"},
                 {"", "replayed on"}});
    for (const StoredLab& lab : kept) {
        documents.push_back(storedLabToJson(lab));
        std::string tuners;
        for (const OverallStanding& tuner : lab.result.overall) {
            tuners += (tuners.empty() ? "" : ",") + tuner.tuner;
        }
        table.add({documents.size(), dayOf(lab.at), lab.result.spaces.size(), tuners, lab.result.seeds, lab.trials, lab.machine});
    }
    return output.answer({{"comparisons", documents}}, table.toText());
}

} // namespace

void addLabCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<LabArguments>();
    CLI::App* command = app.add_subcommand("lab", "Compare tuners on recorded spaces, without a device");
    command->require_subcommand(0, 1);
    command->add_option(
        "RECORDED", a->paths,
        "Recorded spaces: projects whose runs measured a whole space or what searches asked for (`lab record`), or results of "
        "another tuner (see `records import`); those that ship with this program are in "
        "resources/recorded");
    command->add_option("--format", a->format, "Print the tables as csv or markdown")->check(CLI::IsMember({"csv", "markdown"}));
    command->add_option("--tuners", a->tuners,
                        "Tuners: NAME or NAME:PARAMETER=VALUE, separated by commas (default: all but grid); `recorded` tries the "
                        "recorded configs in random order");
    command->add_option("--seeds", a->options.seeds, "Replays of each tuner on each space")->check(between(1, 10000));
    command->add_option("--seed", a->options.firstSeed, "First seed");
    command->add_option("--budget", a->options.replaying.budget, "Trials of each replay")->check(between(1, 1000000));
    command->add_option("--in-flight", a->options.replaying.inFlight, "Trials in flight at a time, as in the tuning loop")
        ->check(between(1, 1000));
    command->add_option("--prune", a->prune,
                        "Skip proposals that an analytical bound shows to be unpromising: off, on or on=FACTOR (default: off)");
    command->add_option(
        "--history", a->history,
        "Recorded spaces that the tuners learn from, as if each had been tuned; a space never learns from itself");
    command->add_option("--history-trials", a->historyTrials, "Trials that each of these spaces had been tuned for")
        ->check(between(1, 100000));
    command->add_option("--project", a->project, "Keep the comparison in this project, as the window's Lab view does");
    command->add_option("--jobs", a->options.jobs, "Threads (0: one for each core)")->check(between(0, 1024));
    addLabRecordCommand(*command, output, action);
    auto kept = std::make_shared<std::pair<std::string, int64_t>>("", 0);
    CLI::App* list = command->add_subcommand(
        "results", "List the comparisons in a project, which `lab --project` and the window's Lab view keep");
    list->add_option("PROJECT", kept->first, "Project file")->required();
    list->add_option("NUMBER", kept->second, "Print only this comparison of the list")->check(between(1, 1'000'000));
    whenChosen(*list, action, [=, &output] { return results(output, kept->first, kept->second); });
    command->callback([=, &output, &action] {
        if (!command->get_subcommands().empty()) {
            return; // `lab record` or `lab results` has set its action
        }
        if (a->paths.empty()) {
            throw CLI::RequiredError("RECORDED");
        }
        action = [=, &output] { return lab(output, *a); };
    });
}

} // namespace knobscope::cli
