// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/labtables.h"
#include "app/cli/progresstext.h"

#include "core/study/keptlabs.h"
#include "core/study/projectspaces.h"

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

std::string spaceText(const SpaceStanding& space)
{
    std::string text = phrase("{}  {}\n{} (config|configs){}, {} on {}; {} within 10 %, {} within 5 %, {} within 1 %\n",
                              space.label, space.shape, space.points,
                              space.completeness < 1 ? fmt::format(" ({:.0f} % of the space)", 100 * space.completeness) : "",
                              bestText(space), space.machine, space.near[0], space.near[1], space.near[2])
                           .message;
    TextTable table(
        {"tuner", ">to 90 %", ">to 95 %", ">to 99 %", ">reached 95 %", ">best at 25", ">at 50", ">at 100", ">failed"});
    for (const TunerStanding& tuner : space.tuners) {
        const auto at = [&](size_t trial) {
            return trial > tuner.band.size() ? std::string("-") : fmt::format("{:.2f}", tuner.band[trial - 1].median);
        };
        table.add({tuner.tuner, medianText(tuner.trialsTo[0], space.budget), medianText(tuner.trialsTo[1], space.budget),
                   medianText(tuner.trialsTo[2], space.budget), fmt::format("{} of {}", tuner.trialsTo[1].reached, space.seeds),
                   at(25), at(50), at(100), fmt::format("{:.1f} %", 100 * tuner.meanFailed)});
    }
    text += table.text();
    for (const TunerStanding& tuner : space.tuners) {
        if (tuner.pruning.judged > 0) {
            text += fmt::format("{}: {}; {} of those left out were within 5 % of the space's best. At some time the best would "
                                "have been left out in {} of {} seeds, and {} of {} configs within 1 %\n",
                                tuner.tuner, pruningText(tuner.pruning), tuner.prunedGood, tuner.bestRuledOut, space.seeds,
                                tuner.nearRuledOut, space.near[2] * space.seeds);
        }
    }
    return text;
}

std::string overallText(const LabResult& lab)
{
    TextTable table({"tuner", ">to 90 %", ">to 95 %", ">to 99 %", ">reached 95 %", ">95 %: ratio", ">spaces worse"});
    for (const OverallStanding& tuner : lab.overall) {
        table.add({tuner.tuner, medianText(tuner.trialsTo[0], 0), medianText(tuner.trialsTo[1], 0),
                   medianText(tuner.trialsTo[2], 0), fmt::format("{} of {}", tuner.trialsTo[1].reached, lab.replays),
                   fmt::format("{:.2f}", tuner.toFirst), std::to_string(tuner.worseThanFirst)});
    }
    return phrase("All {} spaces: geometric mean of the medians of {} (seed|seeds){}; ratio and spaces against {}\n{}",
                  lab.spaces.size(), lab.seeds, lab.overall[0].trialsTo[0].hasInterval ? ", 95 % intervals" : "",
                  lab.overall[0].tuner, table.text())
        .message;
}

std::string labText(const LabResult& lab)
{
    std::string text;
    for (const SpaceStanding& space : lab.spaces) {
        text += spaceText(space) + "\n";
    }
    return text + (lab.spaces.size() > 1 ? overallText(lab) : "");
}

Result<Exit> lab(const Output& output, const LabArguments& a)
{
    const auto choices = TRY(parseTunerChoices(a.tuners.empty() ? defaultTuners() : a.tuners));
    std::vector<RecordedSpace> spaces;
    for (const std::string& path : a.paths) {
        auto read = TRY(readSpaces(path));
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
        TRY(keepLab(a.project, result, options));
    }
    return output.answer(labToJson(result), a.format.empty()    ? labText(result)
                                            : a.format == "csv" ? labCsv(result)
                                                                : labMarkdown(result));
}

/// Lists a project's stored comparisons, or prints the one with a number from that list.
Result<Exit> results(const Output& output, const std::string& path, int64_t number)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto kept = TRY(keptLabs(project));
    if (number > std::ssize(kept)) {
        return fail(ErrorCode::NotFound, "{} keeps no comparison {}: there are {}", path, number, kept.size());
    }
    if (number > 0) {
        const KeptLab& lab = kept[static_cast<size_t>(number - 1)];
        return output.answer(keptLabToJson(lab), labText(lab.result));
    }
    nlohmann::json documents = nlohmann::json::array();
    TextTable table({">number", "date", ">spaces", "tuners", ">seeds", ">trials", "replayed on"});
    for (const KeptLab& lab : kept) {
        documents.push_back(keptLabToJson(lab));
        std::string tuners;
        for (const OverallStanding& tuner : lab.result.overall) {
            tuners += (tuners.empty() ? "" : ",") + tuner.tuner;
        }
        table.add({std::to_string(documents.size()), dayOf(lab.at), std::to_string(lab.result.spaces.size()), tuners,
                   std::to_string(lab.result.seeds), std::to_string(lab.trials), lab.machine});
    }
    return output.answer({{"comparisons", documents}}, table.text());
}

} // namespace

void addLabCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<LabArguments>();
    CLI::App* command = app.add_subcommand("lab", "Compare tuners on recorded spaces, without a device");
    command->require_subcommand(0, 1);
    command->add_option(
        "RECORDED", a->paths,
        "Files that `lab record` wrote, projects whose runs measured a whole space, or another tuner's results (Kernel Tuner's "
        "cache, T4, KTT; .json or .json.gz); this program's are in resources/recorded");
    command->add_option("--format", a->format, "Print the tables as csv or markdown")->check(CLI::IsMember({"csv", "markdown"}));
    command->add_option(
        "--tuners", a->tuners,
        "NAME or NAME:PARAMETER=VALUE, with commas (default: all but grid); `recorded` tries the recorded configs in "
        "random order");
    command->add_option("--seeds", a->options.seeds, "Replays of each tuner on each space")->check(between(1, 10000));
    command->add_option("--seed", a->options.firstSeed, "The first seed");
    command->add_option("--budget", a->options.replaying.budget, "Trials of a replay")->check(between(1, 1000000));
    command->add_option("--in-flight", a->options.replaying.inFlight, "Trials on their way at a time, as in the tuning loop")
        ->check(between(1, 1000));
    command->add_option("--prune", a->prune,
                        "Leave out proposals that an analytical bound calls hopeless: off, on or on=FACTOR (default: off)");
    command->add_option("--history", a->history,
                        "Recorded spaces that the tuners may learn from, as if each had been tuned; a space's own is left out");
    command->add_option("--history-trials", a->historyTrials, "How long each had been tuned")->check(between(1, 100000));
    command->add_option("--project", a->project, "Keep the comparison in this project, as the window's Lab does");
    command->add_option("--jobs", a->options.jobs, "Threads (0: one a core)")->check(between(0, 1024));
    addLabRecordCommand(*command, output, action);
    auto kept = std::make_shared<std::pair<std::string, int64_t>>("", 0);
    CLI::App* list = command->add_subcommand(
        "results", "Comparisons that a project keeps: the window's Lab and `lab --project` leave them there");
    list->add_option("PROJECT", kept->first, "A project file")->required();
    list->add_option("NUMBER", kept->second, "Print this one of the list")->check(between(1, 1'000'000));
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
