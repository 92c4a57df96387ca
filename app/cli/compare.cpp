// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "core/study/comparisontables.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>

namespace knobscope::cli {

namespace {

struct CompareArguments {
    std::vector<std::string> runs;
    std::vector<std::string> logs;
    bool withStopped = false;
};

std::string fileAndRun(const ComparedRun& run)
{
    return fmt::format("{}:{}", run.source, run.run);
}

/// Removes the runs with the flag `isOut`; returns "FILE:RUN" of each.
std::set<std::string> extractRuns(std::vector<ComparedRun>& runs, bool ComparedRun::* isOut)
{
    std::set<std::string> out;
    for (const ComparedRun& run : runs) {
        if (run.*isOut) {
            out.insert(fileAndRun(run));
        }
    }
    std::erase_if(runs, std::mem_fn(isOut));
    return out;
}

/// Reads FILE or FILE:RUN. An existing file whose name ends in ":RUN" is a FILE. Unfinished runs of a FILE go to `excluded`
/// unless `wanted`; a run given by number is always read.
Result<ComparedRuns> readArgument(const std::string& argument, bool wanted, std::set<std::string>& excluded)
{
    const size_t colon = argument.rfind(':');
    std::error_code ignored;
    const bool isFile = colon == std::string::npos || std::filesystem::exists(argument, ignored);
    const std::string digits = isFile ? std::string() : argument.substr(colon + 1);
    if (!digits.empty() && digits.size() <= 18 && digits.find_first_not_of("0123456789") == std::string::npos) {
        const std::vector<int64_t> numbers{std::stoll(digits)};
        return runsOfProject(argument.substr(0, colon), numbers);
    }
    auto read = TRY(runsOfFile(argument));
    if (!wanted) {
        excluded.merge(extractRuns(read.runs, &ComparedRun::isUnfinished));
    }
    return read;
}

/// Levels never reached are null: JSON has no infinity.
nlohmann::json groupJson(const GroupResult& group, std::span<const ComparedRun> runs)
{
    nlohmann::json reach = nlohmann::json::array();
    for (size_t i = 0; i < kReachShares.size(); ++i) {
        reach.push_back({{"share", kReachShares[i]},
                         {"trials", group.reach[i].trials},
                         {"seconds", group.reach[i].seconds},
                         {"reached_by", group.reach[i].reached}});
    }
    nlohmann::json members = nlohmann::json::array();
    for (const size_t r : group.runs) {
        members.push_back({{"name", runs[r].name},
                           {"source", runs[r].source},
                           {"run", runs[r].run},
                           {"seed", runs[r].seed},
                           {"trials", runs[r].trials.size()},
                           {"best_gflops", runs[r].bestGflops()}});
    }
    return {{"group", group.name},
            {"runs", members},
            {"reach", reach},
            {"median_final_gflops", group.medianFinal},
            {"failed_share", group.failedShare}};
}

nlohmann::json taskJson(const TaskComparison& task, std::span<const ComparedRun> runs)
{
    nlohmann::json groups = nlohmann::json::array();
    for (const GroupResult& group : task.groups) {
        groups.push_back(groupJson(group, runs));
    }
    nlohmann::json verdicts = nlohmann::json::array();
    for (const Verdict& verdict : task.verdicts) {
        verdicts.push_back(
            {{"text", verdictSentence(task, verdict).message},
             {"leader", task.groups[verdict.leader].name},
             {"other", task.groups[verdict.other].name},
             {"p", verdict.pValue},
             {"difference_claimed", verdict.kind == Verdict::Kind::Faster || verdict.kind == Verdict::Kind::Better},
             {"final_gflops_difference",
              {{"median", verdict.finals.difference}, {"low", verdict.finals.low}, {"high", verdict.finals.high}}}});
    }
    const ComparisonHeadline headline = headlineOf(task);
    nlohmann::json missing = nlohmann::json::object();
    const auto counts = missingRuns(task);
    for (size_t g = 0; g < counts.size(); ++g) {
        missing[task.groups[g].name] = counts[g];
    }
    return {{"task", task.label},
            {"headline", {{"figure", headline.figure.message}, {"unit", headline.unit.message}, {"text", headline.line.message}}},
            {"pairs", groupTable(task).toJson()},
            {"missing_runs", missing},
            {"speeds", toText(task.unit)},
            {"best_gflops", task.best},
            {"mixed_targets", task.mixedTargets},
            {"groups", groups},
            {"verdicts", verdicts},
            {"winner", task.winner ? nlohmann::json(task.groups[*task.winner].name) : nlohmann::json()}};
}

Result<Exit> compare(const Output& output, const CompareArguments& arguments)
{
    std::vector<ComparedRun> runs;
    std::set<std::string> unfinished;
    const auto take = [&](Result<ComparedRuns> result) -> Result<void> {
        auto read = TRY(std::move(result));
        for (const Sentence& problem : read.problems) {
            output.note("knobscope-cli: " + problem.message);
        }
        std::ranges::move(read.runs, std::back_inserter(runs));
        return {};
    };
    for (const std::string& argument : arguments.runs) {
        TRY(take(readArgument(argument, arguments.withStopped, unfinished)));
    }
    for (const std::string& log : arguments.logs) {
        TRY(take(runsOfLog(log)));
    }
    for (const ComparedRun& run : runs) {
        unfinished.erase(fileAndRun(run));
    }
    const std::set<std::string> byHand = extractRuns(runs, &ComparedRun::isByHand);
    std::string left = byHand.empty() ? "" : fmt::format("Manual measurements are left out: {}.", fmt::join(byHand, ", "));
    if (!unfinished.empty()) {
        left +=
            (left.empty() ? "" : " ") + unfinishedRunsSentence(unfinished.size()).message + " Use --with-stopped to include them";
    }
    if (runs.empty()) {
        return left.empty()
                 ? fail(ErrorCode::InvalidArgument, "There are no runs to compare; name project files, FILE:RUN, or --log FILE")
                 : fail(ErrorCode::InvalidArgument, "There are no runs to compare. {}", left);
    }
    if (!left.empty()) {
        output.note("knobscope-cli: " + left);
    }
    const Comparison comparison = compareRuns(runs);
    nlohmann::json tasks = nlohmann::json::array();
    std::string text;
    for (const TaskComparison& task : comparison.tasks) {
        tasks.push_back(taskJson(task, runs));
        text += fmt::format("{}{}, best {:.2f} {}\n{}", text.empty() ? "" : "\n", task.label, task.best, unitText(task.unit),
                            reachTable(task).toText());
        if (const ComparisonHeadline headline = headlineOf(task); !headline.figure.empty()) {
            const std::string unit = headline.unit.empty() ? "" : " " + headline.unit.message;
            text += fmt::format("{}{}. {}\n", headline.figure, unit, headline.line);
        }
        if (task.groups.size() > 2) {
            text += groupTable(task).toText();
        }
        for (const Sentence& sentence : verdictSentences(task)) {
            text += sentence.message + "\n";
        }
    }
    nlohmann::json wins = nlohmann::json::object();
    for (size_t g = 0; g < comparison.groups.size(); ++g) {
        wins[comparison.groups[g]] = comparison.wins[g];
    }
    if (comparison.tasks.size() > 1 && comparison.groups.size() > 1) {
        std::vector<SpeedUnit> units;
        std::ranges::transform(comparison.tasks, std::back_inserter(units), &TaskComparison::unit);
        text += fmt::format("\nMedian of the best {} by task and group\n", unitText(units)) + winsTable(comparison).toText();
    }
    return output.answer(
        {{"tasks", tasks}, {"wins", wins}, {"left_out", unfinished.size() + byHand.size()}, {"flops_counted", "autotvm"}}, text);
}

} // namespace

void addCompareCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<CompareArguments>();
    CLI::App* command =
        app.add_subcommand("compare", "Compare runs: trials to reach the best, wins, and whether a difference is significant");
    command->add_option("RUNS", a->runs, "Project files (all of their runs), or FILE:RUN for one run");
    addRepeated(*command, "--log", a->logs, "AutoTVM log; may be repeated");
    command->add_flag("--with-stopped", a->withStopped,
                      "Include unfinished runs (stopped before their limits, or still running); FILE:RUN includes one run");
    whenChosen(*command, action, [=, &output] { return compare(output, *a); });
}

} // namespace knobscope::cli
