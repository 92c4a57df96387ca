// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"

#include "core/base/member.h"
#include "core/base/statistics.h"
#include "core/store/notes.h"
#include "core/study/failuregroups.h"
#include "core/task/speedunit.h"
#include "core/timing/measurer.h"
#include "core/tuning/trialexport.h"
#include "core/tuning/trialfigures.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

struct TrialArguments {
    std::string path;
    int64_t run = 0;
    std::vector<std::string> where;
    std::string sort;
    bool isReversed = false;
    int64_t limit = -1;
    bool csv = false;
    std::string log;
};

constexpr int64_t kPageSize = 512;

std::string reasonText(int errorNo, const std::string& message)
{
    return fmt::format("{}: {}", errorText(static_cast<MeasureError>(errorNo)), message);
}

Result<std::vector<TrialFilter>> readFilters(const TrialArguments& arguments, const TunedRun& run)
{
    std::vector<TrialFilter> filters;
    for (const std::string& text : arguments.where) {
        auto filter = TRY(parseTrialFilter(text));
        if (run.task) {
            TRY(checkFilter(filter, *run.task));
        }
        filters.push_back(std::move(filter));
    }
    return filters;
}

Result<TrialSort> readSort(const TrialArguments& arguments, const TunedRun& run)
{
    TrialSort sort = arguments.sort.empty() ? TrialSort{TrialColumn::Number, {}, false} : parseTrialSort(arguments.sort);
    if (sort.column == TrialColumn::Knob && run.task && !run.task->space.find(sort.knob)) {
        return fail(ErrorCode::NotFound,
                    "Trials cannot be sorted by '{}'; sort by trial, config, outcome, gflops, speedup, pace, time, build, "
                    "run-time, message or a knob of {}",
                    arguments.sort, run.task->name);
    }
    // Best first for speeds; lowest first for everything else.
    const bool isSpeed = sort.column == TrialColumn::Gflops || sort.column == TrialColumn::Speedup;
    sort.isDescending = isSpeed != arguments.isReversed;
    return sort;
}

Result<TunedRun> findRun(Project& project, int64_t run)
{
    TRY(project.run(run)); // fails if the run does not exist
    const auto runs = TRY(tunedRuns(project));
    return *std::ranges::find(runs, run, &TunedRun::run);
}

Result<TrialOrder> query(Project& project, const TrialArguments& arguments, const TunedRun& run)
{
    auto filters = TRY(readFilters(arguments, run));
    findTagged(filters, TRY(projectNotes(project)), TRY(project.runs()));
    const auto sort = TRY(readSort(arguments, run));
    auto found = TRY(orderTrials(project, {&run, 1}, filters, sort));
    if (arguments.limit < 0 || arguments.limit >= found.size()) {
        return found;
    }
    std::vector<uint64_t> first = found.packed();
    first.resize(static_cast<size_t>(arguments.limit));
    return TrialOrder(std::move(first));
}

/// Prints a page at a time, since a run may have millions of trials.
Result<Exit> showCsv(const Output& output, Project& project, const TrialOrder& order, SpeedUnit unit)
{
    output.text(fmt::format("trial,index,{}", toText(unit))
                + ",seconds,speedup,uncertainty,tied_with,pace,error_no,message,timestamp,entity\n");
    for (int64_t first = 0; first < order.size(); first += kPageSize) {
        const auto rows = TRY(trialRows(project, order.keys(first, kPageSize)));
        std::string text;
        for (const TrialRow& t : rows) {
            const TrialFigures f = figuresOf(t);
            const std::vector<std::string> fields{std::to_string(t.number),
                                                  std::to_string(t.index),
                                                  fmt::format("{}", f.gflops),
                                                  fmt::format("{}", f.costs.empty() ? 0 : mean(f.costs)),
                                                  fmt::format("{}", f.speedup),
                                                  f.uncertainty ? fmt::format("{}", *f.uncertainty) : "",
                                                  f.tiedWith ? std::to_string(*f.tiedWith) : "",
                                                  fmt::format("{}", t.pace),
                                                  std::to_string(t.errorNo),
                                                  t.why.message,
                                                  fmt::format("{:.6f}", t.timestamp),
                                                  t.entity.dump()};
            text += csvLine(fields);
        }
        output.text(text);
    }
    return Exit::Success;
}

/// null in JSON, and "-" in texts, for no value.
template<class T>
TableCell nullableCell(const std::optional<T>& value)
{
    return value ? TableCell(*value) : TableCell(nlohmann::json(), "-");
}

Result<Exit> show(const Output& output, Project& project, const TrialOrder& order, SpeedUnit unit)
{
    Table table = Table({{"trial", "trial", "{}"},
                         {"index", "config", "{}"},
                         {"gflops", countedUnitText({&unit, 1}), "{:.2f}"},
                         {"speedup", "speed-up", "{:.3f}"},
                         {"uncertainty", "±", "{:.1f} %", 100},
                         {"tied_with", "tied with trial", "{}"},
                         {"message", "result"}})
                      .withIds({"costs", "pace", "timing", "impossible", "error_no", "timestamp", "entity"});
    for (int64_t first = 0; first < order.size(); first += kPageSize) {
        const auto rows = TRY(trialRows(project, order.keys(first, kPageSize)));
        for (const TrialRow& t : rows) {
            const TrialFigures f = figuresOf(t);
            table.add({t.number, t.index, f.gflops, positiveCell(f.speedup), nullableCell(f.uncertainty),
                       nullableCell(f.tiedWith),
                       TableCell(t.why.message, t.errorNo == 0 ? "ok" : reasonText(t.errorNo, t.why.message)), f.costs, t.pace,
                       t.timing, memberOr(t.timing, "impossible", false), t.errorNo, t.timestamp, t.entity});
        }
    }
    return output.answer("trials", table, {{"speeds", toText(unit)}, {"flops_counted", "autotvm"}});
}

Result<Exit> trials(const Output& output, const TrialArguments& arguments)
{
    if (arguments.csv && output.isJson()) {
        return fail(ErrorCode::InvalidArgument, "--csv and --json cannot be used together");
    }
    auto project = TRY(Project::open(arguments.path, Project::Mode::ReadOnly));
    const auto run = TRY(findRun(project, arguments.run));
    const auto order = TRY(query(project, arguments, run));
    if (arguments.log.empty()) {
        return (arguments.csv ? showCsv : show)(output, project, order, run.task ? speedUnitOf(*run.task) : SpeedUnit::Gflops);
    }
    const auto written = TRY(exportLog(project, order, {&run, 1}, arguments.log));
    return output.answer({{"written", written}, {"file", arguments.log}},
                         phrase("{} (record|records) written to {}\n", written, arguments.log).message);
}

nlohmann::json explanationJson(const std::optional<Separation>& why)
{
    return why ? nlohmann::json{{"condition", conditionText(why->condition)},
                                {"of_these", why->groupShare()},
                                {"of_others", why->othersShare()},
                                {"edit", editText(excludingEdit(why->condition))}}
               : nlohmann::json();
}

Result<Exit> failures(const Output& output, const std::string& path, int64_t only)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto runs = only > 0 ? std::vector{TRY(findRun(project, only))} : TRY(tunedRuns(project));
    nlohmann::json list = nlohmann::json::array();
    std::string text;
    for (const TunedRun& run : runs) {
        const std::string label = TRY(project.run(run.run)).label;
        const auto report = TRY(failureReport(project, run));
        Table groups = Table({{"count", "failed", "{}"},
                              {"share", "share", "{:.1f} %", 100},
                              {"stage", "stage"},
                              {"reason", "reason"},
                              {"explanation", "what they have in common"}})
                           .withIds({"error_no", "example"});
        for (const FailureGroup& group : report.groups) {
            groups.add({group.trials.size(), static_cast<double>(group.trials.size()) / static_cast<double>(report.failed),
                        errorText(static_cast<MeasureError>(group.errorNo)), group.reason.message,
                        TableCell(explanationJson(group.explanation), briefExplanation(group)), group.errorNo,
                        nlohmann::json{{"trial", group.exampleTrial}, {"message", group.example.message}}});
        }
        list.push_back({{"run", report.run},
                        {"task", label},
                        {"trials", report.trials},
                        {"failed", report.failed},
                        {"groups", groups.toJson()}});
        text += phrase("Run {}, {}: {} of {} (trial|trials) failed\n", report.run, label, report.failed, report.trials).message
              + (groups.empty() ? "" : groups.toText());
    }
    return output.answer({{"runs", list}}, text);
}

} // namespace

void addTrialCommands(CLI::App& app, const Output& output, Action& action)
{
    auto arguments = std::make_shared<TrialArguments>();
    CLI::App* list = app.add_subcommand("trials", "Show the trials of a run");
    addProjectArgument(*list, arguments->path);
    list->add_option("RUN", arguments->run, "Number of the run")->required();
    addRepeated(*list, "--where", arguments->where,
                "Show only trials that match: failed, succeeded, #tag, tile_ow=[-1,28], tile_ow!=[-1,28]; may be repeated");
    list->add_option(
        "--sort", arguments->sort,
        "Sort by trial, config, outcome, gflops or speedup (best first), pace, time, build, run-time, message or a knob");
    list->add_flag("--reverse", arguments->isReversed, "Reverse the order");
    list->add_option("--limit", arguments->limit, "Show at most this many")->check(between(0, kMaxTrials));
    list->add_flag("--csv", arguments->csv, "Print comma-separated values");
    list->add_option("--to-log", arguments->log, "Write the trials to this AutoTVM log instead");
    whenChosen(*list, action, [=, &output] { return trials(output, *arguments); });

    auto path = std::make_shared<std::string>();
    auto run = std::make_shared<int64_t>(0);
    CLI::App* why = app.add_subcommand("failures", "Show failed trials by stage and reason, with the knob that explains them");
    addProjectArgument(*why, *path);
    why->add_option("RUN", *run, "Number of the run (default: all runs)")->check(between(1, kMaxTrials));
    whenChosen(*why, action, [=, &output] { return failures(output, *path, *run); });
}

} // namespace knobscope::cli
