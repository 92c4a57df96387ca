// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/reporthtml.h"

#include "core/base/numbertext.h"
#include "core/base/strings.h"
#include "core/report/reportpage.h"
#include "core/study/comparisontables.h"
#include "core/timing/measurer.h"
#include "core/tuning/storedrun.h"

#include <fmt/chrono.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace knobscope {

namespace {

constexpr size_t kMostLoopLines = 120; ///< of an innermost loop; a longer one is only in the folded listing

std::string dateText(double unixSeconds)
{
    return fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(static_cast<std::time_t>(unixSeconds)));
}

void writeMachines(ReportPage& page, const ReportData& data)
{
    std::map<std::vector<std::string>, std::vector<int64_t>> machines;
    for (size_t r = 0; r < data.rows.size(); ++r) {
        const MeasureOptions measuring = measuringOf(data.rows[r]);
        machines[{machineOf(data.rows[r]), measuring.device, data.runs[r].target, std::to_string(measuring.threads)}].push_back(
            data.rows[r].id);
    }
    Table table({{"cpu", "CPU"}, {"device", "device"}, {"target", "target"}, {"threads", "threads", "{}"}, {"runs", "runs"}});
    for (const auto& [machine, runs] : machines) {
        table.add({machine[0].empty() ? "unknown" : machine[0], machine[1], machine[2], machine[3],
                   fmt::format("{}", fmt::join(runs, ", "))});
    }
    page.heading(2, "Machine", "machine");
    page.table(table, "machine");
}

void writeRuns(ReportPage& page, const ReportData& data)
{
    std::vector<SpeedUnit> units;
    std::ranges::transform(data.runs, std::back_inserter(units), &ComparedRun::unit);
    Table table = Table({{"run", "run", "{}"},
                         {"task", "task"},
                         {"group", "group"},
                         {"seed", "seed", "{}"},
                         {"trials", "trials", "{}"},
                         {"failed", "failed", "{}"},
                         {"state", "state"},
                         {"best_gflops", phrase("best {}", unitText(units)), "{:.2f}"},
                         {"best_speedup", "speed-up", "{:.2f}"},
                         {"best_config", "config", "{}"},
                         {"started", "started"},
                         {"tags", "tags"}})
                      .withIds({"speeds"});
    for (size_t r = 0; r < data.rows.size(); ++r) {
        const RunRow& row = data.rows[r];
        table.add({row.id, row.label, data.runs[r].groupName(), row.seed, row.trials, row.errors, row.state,
                   positiveCell(row.bestGflops), positiveCell(row.bestSpeedup),
                   row.bestIndex >= 0 ? TableCell(row.bestIndex) : TableCell(), dateText(row.started),
                   tagsAbout(data.notes, {.run = row.id}), toText(units[r])});
    }
    page.heading(2, "Runs", "runs");
    page.table(table, "runs");
    if (std::ranges::count(units, SpeedUnit::CallsPerSecond) > 0) {
        page.remark("Runs of other tuners whose operations are unknown have calls per second (calls/s).");
    }
    if (std::ranges::count(units, SpeedUnit::Gflops) > 0) {
        page.remark("GFLOPS use AutoTVM's count of operations. A speed-up is over the untuned config, measured in pairs.");
    }
}

Chart chartOf(const ReportedWorkload& workload, const ReportData& data, CurveAxis axis)
{
    const bool byTrials = axis == CurveAxis::Trials;
    const Sentence unit = unitText(workload.unit);
    Chart chart{fmt::format("Best {} of {} by {}", unit, workload.label, byTrials ? "trials" : "time"),
                byTrials ? "trials" : "seconds since the start of the run",
                fmt::format("best {} so far", unit),
                {}};
    if (workload.comparison) {
        for (const GroupResult& group : workload.comparison->groups) {
            ChartCurve curve{fmt::format("{} ({})", group.name, phrase("{} (run|runs)", group.runs.size()).message),
                             {},
                             group.runs.size() > 1,
                             false};
            for (const BandStep& step : byTrials ? group.byTrials : group.bySeconds) {
                curve.steps.push_back({step.x, step.median, step.low, step.high});
            }
            chart.curves.push_back(std::move(curve));
        }
    }
    for (const size_t r : workload.runs) {
        const ComparedRun& run = data.runs[r];
        if (run.isByHand || run.isUnfinished) {
            ChartCurve curve{
                fmt::format("{}, {} ({})", run.name, run.groupName(), run.isByHand ? "by hand" : "unfinished"), {}, false, true};
            for (const CurveStep& step : bestSoFar({run.trials.begin(), run.trials.size()}, axis, run.started)) {
                curve.steps.push_back({step.x, step.best, step.best, step.best});
            }
            chart.curves.push_back(std::move(curve));
        }
    }
    return chart;
}

std::string editsText(const TaskRow& task)
{
    const auto edits = editsFromJson(task.task.contains("edits") ? task.task["edits"] : nlohmann::json::array());
    std::vector<std::string> texts;
    for (const SpaceEdit& edit : edits ? *edits : std::vector<SpaceEdit>()) {
        texts.push_back(editText(edit));
    }
    return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, "; "));
}

void writeSpaces(ReportPage& page, const ReportedWorkload& workload, const std::string& name)
{
    Table table({{"target", "target"}, {"configs", "configs", ","}, {"edits", "edits"}});
    for (const TaskRow& task : workload.spaces) {
        table.add({task.task.value("target", std::string()), task.spaceLength, editsText(task)});
    }
    page.heading(3, "Space");
    page.table(table, name + "-space");
    for (const TaskRow& task : workload.spaces) {
        page.lines(splitText(task.spaceText, '\n'), fmt::format("Knobs ({} configs)", groupedNumber(task.spaceLength)));
    }
}

void writeComparison(ReportPage& page, const ReportedWorkload& workload, const std::string& name)
{
    if (!workload.comparison) {
        page.paragraph("No run by a tuner has reached its limits, so tuners cannot be compared.");
        return;
    }
    page.table(reachTable(*workload.comparison), name + "-reach");
    std::vector<std::string> statements;
    for (const Sentence& sentence : verdictSentences(*workload.comparison)) {
        statements.push_back(sentence.message);
    }
    if (statements.empty()) {
        statements.emplace_back("There is one group of runs only, so there is nothing to compare.");
    }
    page.items(statements);
}

void writeBest(ReportPage& page, const ReportedWorkload& workload, const std::string& name)
{
    page.heading(3, "Best config");
    if (!workload.best) {
        page.paragraph("No trial succeeded.");
        return;
    }
    const ReportedConfig& best = *workload.best;
    page.paragraph(
        fmt::format("Config {} (run {}, trial {}): {:.2f} {}, {:.4g} ms per call{}.", best.index, best.run, best.trial,
                    best.gflops, unitText(workload.unit), best.seconds * 1e3,
                    best.speedup > 0 ? fmt::format(", {:.2f} times as fast as the untuned config", best.speedup) : ""));
    if (!best.knobs.empty()) {
        Table knobs({{"knob", "knob"}, {"value", "value"}});
        for (const auto& [knob, value] : best.knobs) {
            knobs.add({knob, value});
        }
        page.table(knobs, name + "-best");
    }
    if (!best.primitives.empty()) {
        page.paragraph("Its schedule, with the knob that chose each line:");
        page.lines(best.primitives);
        page.part(name + "-schedule.txt", fmt::format("{}\n", fmt::join(best.primitives, "\n")));
    }
    const auto loop = static_cast<size_t>(std::max(0, best.innermostLast - best.innermostFirst + 1));
    if (best.innermostFirst > 0 && loop <= kMostLoopLines) {
        const auto first = best.assembly.begin() + best.innermostFirst - 1;
        page.paragraph("Its innermost loop:");
        page.lines({first, first + static_cast<std::ptrdiff_t>(loop)});
    }
    if (!best.assembly.empty()) {
        page.lines(best.assembly, phrase("The whole kernel ({} (line|lines))", best.assembly.size()).message);
        page.part(name + "-kernel.s", fmt::format("{}\n", fmt::join(best.assembly, "\n")));
    }
    if (!best.problem.empty()) {
        page.remark(best.problem.message);
    }
}

void writeFailures(ReportPage& page, const ReportedWorkload& workload, const ReportData& data, const std::string& name)
{
    Table table({{"run", "run", "{}"},
                 {"count", "failed", "{}"},
                 {"share", "of its trials", "{:.1f} %", 100},
                 {"stage", "stage"},
                 {"reason", "reason"},
                 {"explanation", "what they have in common"}});
    for (const FailureReport& failed : data.failures) {
        const bool isOwn = std::ranges::any_of(workload.runs, [&](size_t r) { return data.rows[r].id == failed.run; });
        for (const FailureGroup& group : isOwn ? failed.groups : std::vector<FailureGroup>()) {
            table.add({failed.run, group.trials.size(),
                       static_cast<double>(group.trials.size()) / static_cast<double>(std::max<int64_t>(1, failed.trials)),
                       errorText(static_cast<MeasureError>(group.errorNo)), group.reason.message,
                       briefExplanation(group).message});
        }
    }
    page.heading(3, "Failed trials");
    if (table.empty()) {
        page.paragraph("None.");
    } else {
        page.table(table, name + "-failures");
    }
}

void writeWorkload(ReportPage& page, const ReportData& data, size_t number)
{
    const ReportedWorkload& workload = data.workloads[number];
    const std::string name = fmt::format("task-{}", number + 1);
    page.heading(2, workload.label, name);
    page.paragraph(workload.description);
    page.chart(chartOf(workload, data, CurveAxis::Trials), name + "-trials");
    page.chart(chartOf(workload, data, CurveAxis::Seconds), name + "-seconds");
    writeComparison(page, workload, name);
    writeSpaces(page, workload, name);
    writeBest(page, workload, name);
    writeFailures(page, workload, data, name);
}

void writeNetwork(ReportPage& page, const ReportedNetwork& network, size_t number)
{
    const std::string name = fmt::format("network-{}", number + 1);
    page.heading(2, fmt::format("{}, {}", network.network, phrase("{} (thread|threads)", network.threads).message), name);
    page.paragraph(network.target);
    page.table(network.layers, name + "-layers");
    if (network.untunedSeconds > 0) {
        page.paragraph(
            fmt::format("{} of {} layers are tuned. Timed alone and counted as often as they occur, they take {:.4g} ms "
                        "with the configs that their runs began with, and {:.4g} ms with the best.",
                        network.tuned, network.layers.rows().size(), network.untunedSeconds * 1e3, network.bestSeconds * 1e3));
    }
    if (network.runs.empty()) {
        page.paragraph("The project has no checked run of the whole network.");
        return;
    }
    Table runs({{"", "run"}, {"at", "at"}, {"seconds", "ms", "{:.4g}", 1e3}, {"disturbed", "disturbed"}});
    runs.add({"first", dateText(network.runs.front().at), network.runs.front().seconds, network.runs.front().isDisturbed});
    if (network.runs.size() > 1) {
        runs.add({"last", dateText(network.runs.back().at), network.runs.back().seconds, network.runs.back().isDisturbed});
    }
    page.paragraph("Runs of the whole network whose outputs were checked:");
    page.table(runs, name + "-runs");
}

/// The staircase of a schedule by hand: a bar for each state, and its text.
void writeSchedule(ReportPage& page, const KeptSchedule& schedule, size_t number)
{
    const std::string name = fmt::format("schedule-{}", number + 1);
    page.heading(2, fmt::format("Schedule by hand: user/{}", schedule.name), name);
    BarChart chart{fmt::format("Speed-up of user/{} after each line", schedule.name), {}};
    Table table({{"line", "after the line"}, {"seconds", "ms", "{:.4g}", 1e3}, {"speedup", "speed-up", "{:.2f}"}});
    for (const KeptTime& time : schedule.times) {
        const std::string line = time.line.empty() ? "the loops as defined" : time.line;
        chart.bars.push_back({line, time.speedup, fmt::format("{:.3g} times, {:.4g} ms", time.speedup, time.seconds * 1e3)});
        table.add({line, time.seconds, time.speedup});
    }
    page.bars(chart, name);
    page.table(table, name + "-times");
    page.lines(splitText(schedule.text, '\n'), "Text of the schedule");
    page.part(name + ".sched", schedule.text);
}

void writeNotes(ReportPage& page, const ReportData& data)
{
    if (data.notes.empty()) {
        return;
    }
    page.heading(2, "Notes", "notes");
    std::vector<std::string> texts;
    for (const NoteRow& note : data.notes) {
        const Sentence about = subjectText(note.about);
        texts.push_back(about.empty() ? note.text : fmt::format("{}: {}", about, note.text));
    }
    page.items(texts);
}

void writeMethod(ReportPage& page)
{
    page.heading(2, "How to read this", "method");
    page.items(
        {"A curve is the median over the seeds of a group of the best speed so far; its band has the quartiles.",
         "A group is compared by the trials that its runs need to 95 % of the best of any run, with a rank test whose p is "
         "corrected for the number of groups (Holm). A difference is stated where p is at most 0.05.",
         "Unfinished runs and configs that were measured by hand are no part of comparisons; their curves are dashed."});
}

} // namespace

Report reportOf(const ReportData& data, const std::vector<ReportedNetwork>& networks)
{
    ReportPage page;
    const std::string file = std::filesystem::path(data.project).filename().string();
    page.remark(fmt::format("{} of {}, made on {}.", phrase("{} (run|runs)", data.rows.size()), file, dateText(unixNow())));
    for (const Sentence& problem : data.problems) {
        page.paragraph(problem.message);
    }
    if (data.unfinished > 0) {
        page.paragraph(unfinishedRunsSentence(data.unfinished).message);
    }
    writeMachines(page, data);
    writeRuns(page, data);
    for (size_t number = 0; number < data.workloads.size(); ++number) {
        writeWorkload(page, data, number);
    }
    for (size_t number = 0; number < networks.size(); ++number) {
        writeNetwork(page, networks[number], number);
    }
    for (size_t number = 0; number < data.schedules.size(); ++number) {
        writeSchedule(page, data.schedules[number], number);
    }
    writeNotes(page, data);
    writeMethod(page);
    Report report = std::move(page).finished(fmt::format("Report of {}", file));
    report.runs = data.rows.size();
    report.problems = data.problems;
    return report;
}

} // namespace knobscope
