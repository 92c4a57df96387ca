// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"

#include "core/record/historybest.h"
#include "core/record/log.h"
#include "core/record/pickbest.h"
#include "core/record/upgrade.h"
#include "core/store/filehead.h"
#include "core/study/foreignimport.h"
#include "core/tuning/trialexport.h"

#include <CLI/CLI.hpp>

#include <map>

namespace knobscope::cli {

namespace {

/// Cache of tasks made from records, since a log repeats the same few tasks.
class RecordTasks
{
public:
    /// Whether the index in the log matches its knob values, by the numbering of the program that wrote it; null if the
    /// template is unknown.
    nlohmann::json indexMatches(const TuningRecord& original)
    {
        const auto record = upgradeRecord(original);
        if (!record || !original.entity.index) {
            return nullptr;
        }
        auto edits = editsFromJson(record->edits.is_array() ? record->edits : nlohmann::json::array());
        if (edits) {
            const auto older = compatibilityEdits(*record);
            edits->insert(edits->begin(), older.begin(), older.end());
        }
        const std::string key =
            record->target + record->task + record->args.dump() + (edits ? editsToJson(*edits) : record->edits).dump();
        if (!m_tasks.contains(key)) {
            const auto target = parseTarget(record->target);
            m_tasks.emplace(key, target && edits ? makeTask(record->task, record->args, *target, *edits)
                                                 : fail(ErrorCode::NotFound, "no task"));
        }
        const Result<Task>& task = m_tasks.at(key);
        if (!task) {
            return nullptr;
        }
        const auto index = task->space.indexOf(record->entity);
        return index && *index == *original.entity.index;
    }

private:
    std::map<std::string, Result<Task>> m_tasks;
};

nlohmann::json recordJson(const TuningRecord& r, size_t number)
{
    return {{"line", r.line},
            {"record", number},
            {"version", r.version},
            {"target", r.target},
            {"task", r.task},
            {"args", r.args},
            {"index", r.entity.index ? nlohmann::json(*r.entity.index) : nlohmann::json()},
            {"entity", entityToJson(r.entity)},
            {"costs", r.costs},
            {"error_no", r.errorNo},
            {"timestamp", r.timestamp}};
}

/// Tells which records are no best because no machine can be that fast.
nlohmann::json reportOmitted(const Output& output, const std::string& path, std::span<const TuningRecord> records)
{
    constexpr size_t mostSaid = 20;
    const auto beyond = unreachableRecords(records);
    nlohmann::json list = nlohmann::json::array();
    for (const LogProblem& record : beyond) {
        if (list.size() < mostSaid) {
            output.note(fmt::format("{}:{}: left out: {}", path, record.line, record.why));
        }
        list.push_back({{"line", record.line}, {"message", record.why.message}});
    }
    if (beyond.size() > mostSaid) {
        output.note(phrase("{}: {} more (record|records) left out", path, beyond.size() - mostSaid).message);
    }
    return list;
}

nlohmann::json problemsJson(const Output& output, const std::string& path, const LogContents& log)
{
    constexpr size_t mostSaid = 20;
    nlohmann::json list = nlohmann::json::array();
    for (const LogProblem& problem : log.problems) {
        if (list.size() < mostSaid) {
            output.note(fmt::format("{}:{}: {}", path, problem.line, problem.why));
        }
        list.push_back({{"line", problem.line}, {"message", problem.why.message}});
    }
    if (log.problemCount > mostSaid) {
        output.note(phrase("{}: {} more (line|lines) cannot be read", path, log.problemCount - mostSaid).message);
    }
    return list;
}

Result<Exit> read(const Output& output, const std::string& path)
{
    const auto log = TRY(readLog(path));
    RecordTasks tasks;
    nlohmann::json records = nlohmann::json::array();
    Table table(
        {{"", "line", "{}"}, {"", "task"}, {"", "config", "{}"}, {"", "ms", "{:.6g}", 1e3}, {"", "result"}, {"", "target"}});
    for (const TuningRecord& r : log.records) {
        records.push_back(recordJson(r, records.size() + 1));
        records.back()["index_matches_entity"] = tasks.indexMatches(r);
        table.add({r.line, r.task, r.entity.index ? TableCell(*r.entity.index) : TableCell(),
                   r.errorNo == 0 ? TableCell(r.meanCost()) : TableCell(),
                   r.errorNo == 0 ? "ok" : fmt::format("error {}", r.errorNo), r.target});
    }
    const nlohmann::json problems = problemsJson(output, path, log);
    if (log.records.empty() && log.problemCount > 0 && !output.isJson()) {
        return fail(ErrorCode::Parse, "{} contains no records. Is it an AutoTVM log?", path);
    }
    output.answer({{"records", records}, {"problems", problems}}, table.toText());
    return log.records.empty() && log.problemCount > 0 ? Exit::Failure : Exit::Success;
}

Result<Exit> best(const Output& output, const std::string& path, const std::string& to)
{
    if (!to.empty()) {
        const auto picked = TRY(pickBestLog(path, to));
        const nlohmann::json problems = problemsJson(output, path, picked.input);
        const nlohmann::json beyond = reportOmitted(output, path, picked.input.records);
        return output.answer(
            {{"read", picked.read}, {"written", picked.written}, {"file", to}, {"problems", problems}, {"left_out", beyond}},
            phrase("{} (record|records) read; {} now has the best of each workload, {} (record|records)\n", picked.read, to,
                   picked.written)
                .message);
    }
    const auto log = TRY(readUpgraded(path));
    nlohmann::json records = nlohmann::json::array();
    std::string text;
    for (const size_t i : pickBest(log.records)) {
        records.push_back(recordJson(log.records[i], i + 1));
        text += recordLine(log.records[i]) + "\n";
    }
    const nlohmann::json problems = problemsJson(output, path, log);
    return output.answer({{"records", records}, {"problems", problems}, {"left_out", reportOmitted(output, path, log.records)}},
                         text);
}

Result<Exit> convert(const Output& output, const std::string& path, const std::string& to)
{
    const auto log = TRY(readUpgraded(path));
    const nlohmann::json problems = problemsJson(output, path, log);
    TRY(refuseDatabase(to));
    TRY(writeLog(to, log.records));
    return output.answer({{"written", log.records.size()}, {"file", to}, {"problems", problems}},
                         phrase("{} (record|records) of version 0.2 written to {}\n", log.records.size(), to).message);
}

Result<Exit> query(const Output& output, const std::string& path, const std::vector<std::string>& tasks,
                   const TaskOptions& options)
{
    const auto log = TRY(readUpgraded(path));
    problemsJson(output, path, log);
    reportOmitted(output, path, log.records);
    HistoryBest history;
    history.add(log.records);
    CodeWorker compiler;
    const auto target = TRY(readTarget(options.target, compiler));
    std::vector<WorkloadKey> keys;
    nlohmann::json answers = nlohmann::json::array();
    std::string text;
    for (const std::string& argument : tasks) {
        const auto task = TRY(readTask(argument, options, compiler));
        keys.push_back({task.name, task.args});
        const auto answer = history.query(target, keys.back());
        nlohmann::json item{{"task", task.name}, {"found", answer.has_value()}};
        if (answer) {
            item["record"] = recordJson(*answer->record, 0);
            item["matched_by"] = answer->matchedBy;
            item["seconds"] = answer->record->meanCost();
            text += fmt::format("{}: line {}, {:.6g} ms, by {}: {}\n", argument, answer->record->line,
                                answer->record->meanCost() * 1e3, answer->matchedBy, entityText(answer->record->entity));
        } else {
            text += fmt::format("{}: no record; the template's fallback would be used\n", argument);
        }
        answers.push_back(std::move(item));
    }
    const auto fastest = fastestTemplate(history, target, keys);
    return output.answer({{"answers", answers}, {"fastest", fastest ? nlohmann::json(keys[*fastest].task) : nlohmann::json()}},
                         text);
}

/// Exports a project's trials, of one run or (0) of all, as an AutoTVM log of version 0.2; replaces an existing file.
Result<Exit> exportRecords(const Output& output, const std::string& path, int64_t run, const std::string& to)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    auto runs = TRY(tunedRuns(project));
    if (run > 0) {
        TRY(project.run(run));
        std::erase_if(runs, [&](const TunedRun& r) { return r.run != run; });
    }
    const auto order = TRY(orderTrials(project, runs, {}, {TrialColumn::Run, {}, false}));
    const auto written = TRY(exportLog(project, order, runs, to));
    return output.answer({{"file", to}, {"written", written}},
                         phrase("{} (record|records) of version 0.2 written to {}\n", written, to).message);
}

/// Writes one run in another tuner's format; `run` 0: the only one.
Result<Exit> exportForOthers(const Output& output, const std::string& path, int64_t run, const std::string& format,
                             const std::string& to)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const auto runs = TRY(project.runs());
    if (run == 0 && runs.size() != 1) {
        return fail(ErrorCode::InvalidArgument, "{} has {} (run|runs), and a file of {} has one; name the run", path, runs.size(),
                    format);
    }
    const auto written = TRY(exportForeign(project, run > 0 ? run : runs[0].id, format, to));
    return output.answer({{"file", to}, {"written", written}, {"format", format}},
                         phrase("{} (trial|trials) written to {}\n", written, to).message);
}

Result<Exit> import(const Output& output, const std::string& file, const std::string& project, const ForeignOptions& options)
{
    const auto run = TRY(readForeignRun(file, options));
    std::vector<std::string> problems;
    for (const Sentence& problem : run.space.problems) {
        problems.push_back(problem.message);
        output.note(problem.message);
    }
    const auto imported = TRY(importForeignRun(run, file, project));
    const std::string best = imported.bestSeconds > 0 ? fmt::format("best {:.6g} ms", imported.bestSeconds * 1e3) : "all failed";
    return output.answer({{"project", project},
                          {"run", imported.run},
                          {"task", imported.label},
                          {"tuner", run.tuner},
                          {"device", run.space.machine},
                          {"trials", imported.trials},
                          {"failed", imported.failed},
                          {"best_seconds", imported.bestSeconds > 0 ? nlohmann::json(imported.bestSeconds) : nlohmann::json()},
                          {"speeds", imported.hasOperations ? "gflops" : "calls_per_second"},
                          {"problems", problems}},
                         phrase("{}: run {} of {} by {}, {} (trial|trials), {} failed, {}\n", project, imported.run,
                                imported.label, run.tuner, imported.trials, imported.failed, best)
                                 .message
                             + (imported.hasOperations
                                    ? ""
                                    : "The file does not say how many operations a call has, so where other runs "
                                      "have GFLOPS this one has calls per second; --operations gives GFLOPS\n"));
}

/// Refuses a project file where a log is expected, and names the command that exports a log.
Result<void> refuseProject(const std::string& log)
{
    if (isDatabaseFile(log)) {
        return fail(ErrorCode::InvalidArgument,
                    "{} is a project, not a log; write a log with `knobscope-cli records export {} -o LOG`", log, log);
    }
    return {};
}

void addImportCommand(CLI::App& records, const Output& output, Action& action)
{
    auto file = std::make_shared<std::string>();
    auto project = std::make_shared<std::string>();
    auto options = std::make_shared<ForeignOptions>();
    CLI::App* c = records.add_subcommand("import", "Import another tuner's results into a project, as a run");
    c->add_option(
         "FILE", *file,
         "Kernel Tuner's cache, T4, KTT's output, Optuna's trials (JSON, CSV, SQLite), Triton's *.autotune.json, Helion's "
         "CSV; .gz, too")
        ->required();
    std::vector<std::string> formats = foreignFormats();
    formats.emplace_back("auto");
    c->add_option("--from", options->from, "Format (default: by the content)")->check(CLI::IsMember(formats));
    c->add_option("--project", *project, "Project file (*.knobscope); created if it does not exist")->required();
    c->add_option("--unit", options->unit, "Unit of an Optuna study's objective; 1/s: it is a speed")
        ->check(CLI::IsMember({"s", "ms", "us", "ns", "1/s"}))
        ->capture_default_str();
    c->add_option("--operations", options->operations, "Floating-point operations of a call, for GFLOPS")
        ->check(between(0, 1e21));
    c->add_option("--study", options->study, "Study of an Optuna database with several");
    whenChosen(*c, action, [=, &output] { return import(output, *file, *project, *options); });
}

} // namespace

void addRecordCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* records = app.add_subcommand("records", "Work with AutoTVM tuning logs")->require_subcommand(1);
    auto path = std::make_shared<std::string>();
    auto to = std::make_shared<std::string>();
    auto tasks = std::make_shared<std::vector<std::string>>();
    auto options = std::make_shared<TaskOptions>();
    const auto command = [&](const char* name, const char* what, const Action& work) {
        CLI::App* c = records->add_subcommand(name, what);
        c->add_option("LOG", *path, "Log file")->required();
        whenChosen(*c, action, [=]() -> Result<Exit> {
            TRY(refuseProject(*path));
            return work();
        });
        return c;
    };
    command("read", "Check a log and list its records", [=, &output] { return read(output, *path); });
    CLI::App* pick = command("best", "Show the best record of each workload, by AutoTVM's pick-best",
                             [=, &output] { return best(output, *path, *to); });
    pick->add_option("-o,--output", *to, "Write the records to this log, merged with those that it has");
    CLI::App* upgrade =
        command("convert", "Convert a log of version 0.1 or 0.2 to 0.2", [=, &output] { return convert(output, *path, *to); });
    upgrade->add_option("-o,--output", *to, "File to write")->required();
    CLI::App* ask = command("query", "Show which config the log has for tasks, by AutoTVM's dispatch rules",
                            [=, &output] { return query(output, *path, *tasks, *options); });
    ask->add_option("TASK", *tasks, kTaskForms)->required();
    addTargetOptions(*ask, *options);
    auto run = std::make_shared<int64_t>(0);
    auto format = std::make_shared<std::string>();
    CLI::App* make =
        records->add_subcommand("export", "Write a project's trials as a log of version 0.2, or in another tuner's format");
    addProjectArgument(*make, *path);
    make->add_option("RUN", *run, "Write only this run (default: all)")->check(between(1, kMaxTrials));
    make->add_option("-o,--output", *to, "File to write")->required();
    make->add_option("--to", *format, "Write Kernel Tuner's cache or T4 results instead of a log")
        ->check(CLI::IsMember(writableFormats()));
    whenChosen(*make, action, [=, &output] {
        return format->empty() ? exportRecords(output, *path, *run, *to) : exportForOthers(output, *path, *run, *format, *to);
    });
    addImportCommand(*records, output, action);
}

} // namespace knobscope::cli
