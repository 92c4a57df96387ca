// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/recordexport.h"
#include "app/cli/taskargument.h"

#include "core/record/historybest.h"
#include "core/record/log.h"
#include "core/record/pickbest.h"
#include "core/record/upgrade.h"

#include <CLI/CLI.hpp>

#include <map>

namespace knobscope::cli {

namespace {

/// Tasks made from records, kept because a log repeats few of them.
class RecordTasks
{
public:
    /// Whether the index in the log is that of its knob values, as the program counted that wrote it; null when the template is
    /// not known here.
    nlohmann::json indexMatches(const TuningRecord& original)
    {
        const auto record = upgradeRecord(original);
        if (!record || !original.entity.index) {
            return nullptr;
        }
        auto edits = editsFromJson(record->edits.is_array() ? record->edits : nlohmann::json::array());
        if (edits) {
            const auto older = editsOfItsTime(*record);
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

nlohmann::json problemsJson(const Output& output, const std::string& path, const LogContents& log)
{
    nlohmann::json list = nlohmann::json::array();
    for (const LogProblem& problem : log.problems) {
        list.push_back({{"line", problem.line}, {"message", problem.why.message}});
        output.note(fmt::format("{}:{}: {}", path, problem.line, problem.why));
    }
    return list;
}

/// Failure when a file that should be a log has lines, and none is a record.
Exit unlessGarbage(const std::vector<TuningRecord>& records, const std::vector<LogProblem>& problems)
{
    return records.empty() && !problems.empty() ? Exit::Failure : Exit::Success;
}

Exit read(const Output& output, const std::string& path)
{
    const auto log = readLog(path);
    if (!log) {
        return output.failure(log.error());
    }
    RecordTasks tasks;
    nlohmann::json records = nlohmann::json::array();
    TextTable table({"line", "task", "config", "ms", "result", "target"}, {true, false, true, true, false, false});
    for (const TuningRecord& r : log->records) {
        records.push_back(recordJson(r, records.size() + 1));
        records.back()["index_matches_entity"] = tasks.indexMatches(r);
        table.add({std::to_string(r.line), r.task, r.entity.index ? std::to_string(*r.entity.index) : "-",
                   fmt::format("{:.6g}", r.meanCost() * 1e3), r.errorNo == 0 ? "ok" : fmt::format("error {}", r.errorNo),
                   r.target});
    }
    const nlohmann::json problems = problemsJson(output, path, *log);
    output.isJson() ? output.document({{"records", records}, {"problems", problems}}) : output.text(table.text());
    return unlessGarbage(log->records, log->problems);
}

Exit best(const Output& output, const std::string& path, const std::string& to)
{
    if (!to.empty()) {
        const auto picked = pickBestLog(path, to);
        if (!picked) {
            return output.failure(picked.error());
        }
        const nlohmann::json problems = problemsJson(output, path, picked->input);
        output.isJson()
            ? output.document({{"read", picked->read}, {"written", picked->written}, {"file", to}, {"problems", problems}})
            : output.text(fmt::format("{} of {} records written to {}\n", picked->written, picked->read, to));
        return Exit::Success;
    }
    auto log = readLog(path);
    if (!log) {
        return output.failure(log.error());
    }
    const LogContents upgraded = upgradeRecords(std::move(*log));
    nlohmann::json records = nlohmann::json::array();
    std::string text;
    for (const size_t i : pickBest(upgraded.records)) {
        records.push_back(recordJson(upgraded.records[i], i + 1));
        text += recordLine(upgraded.records[i]) + "\n";
    }
    const nlohmann::json problems = problemsJson(output, path, upgraded);
    output.isJson() ? output.document({{"records", records}, {"problems", problems}}) : output.text(text);
    return Exit::Success;
}

Exit convert(const Output& output, const std::string& path, const std::string& to)
{
    auto log = readLog(path);
    if (!log) {
        return output.failure(log.error());
    }
    const LogContents upgraded = upgradeRecords(std::move(*log));
    const nlohmann::json problems = problemsJson(output, path, upgraded);
    if (upgraded.records.empty() && !upgraded.problems.empty()) {
        return output.failure({ErrorCode::Parse, phrase("{} holds no record; {} is left as it is", path, to)});
    }
    if (auto written = writeLog(to, upgraded.records); !written) {
        return output.failure(written.error());
    }
    output.isJson() ? output.document({{"written", upgraded.records.size()}, {"file", to}, {"problems", problems}})
                    : output.text(fmt::format("{} records of version 0.2 written to {}\n", upgraded.records.size(), to));
    return Exit::Success;
}

Exit query(const Output& output, const std::string& path, const std::vector<std::string>& tasks, const TaskOptions& options)
{
    auto log = readLog(path);
    if (!log) {
        return output.failure(log.error());
    }
    const LogContents upgraded = upgradeRecords(std::move(*log));
    problemsJson(output, path, upgraded);
    HistoryBest history;
    history.add(upgraded.records);
    CodeWorker compiler;
    const auto target = readTarget(options.target, compiler);
    if (!target) {
        return output.failure(target.error());
    }
    std::vector<WorkloadKey> keys;
    nlohmann::json answers = nlohmann::json::array();
    std::string text;
    for (const std::string& argument : tasks) {
        const auto task = readTask(argument, {target->text, {}}, compiler);
        if (!task) {
            return output.failure(task.error());
        }
        keys.push_back({task->name, task->args});
        const auto answer = history.query(*target, keys.back());
        nlohmann::json item{{"task", task->name}, {"found", answer.has_value()}};
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
    const auto fastest = fastestTemplate(history, *target, keys);
    if (output.isJson()) {
        output.document({{"answers", answers}, {"fastest", fastest ? nlohmann::json(keys[*fastest].task) : nlohmann::json()}});
    } else {
        output.text(text);
    }
    return Exit::Success;
}

} // namespace

void addRecordCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* records = app.add_subcommand("records", "AutoTVM tuning logs")->require_subcommand(1);
    auto path = std::make_shared<std::string>();
    auto to = std::make_shared<std::string>();
    auto tasks = std::make_shared<std::vector<std::string>>();
    auto options = std::make_shared<TaskOptions>();
    const auto chosen = [=, &output, &action](const std::function<Exit()>& work) {
        action = [=, &output] {
            const auto isLog = refuseProject(*path);
            return isLog ? work() : output.failure(isLog.error());
        };
    };
    const auto command = [&](const char* name, const char* what) {
        CLI::App* c = records->add_subcommand(name, what);
        c->add_option("LOG", *path, "The log")->required();
        return c;
    };
    command("read", "Check and list the records of a log")->callback([=, &output] {
        chosen([=, &output] { return read(output, *path); });
    });
    CLI::App* pick = command("best", "The best record of each workload, by AutoTVM's pick-best");
    pick->add_option("-o,--output", *to, "Write them to this log, merging what is there");
    pick->callback([=, &output] { chosen([=, &output] { return best(output, *path, *to); }); });
    CLI::App* upgrade = command("convert", "Write a log of version 0.1 or 0.2 as 0.2");
    upgrade->add_option("-o,--output", *to, "The file to write")->required();
    upgrade->callback([=, &output] { chosen([=, &output] { return convert(output, *path, *to); }); });
    CLI::App* ask = command("query", "Which config the log has for tasks, by AutoTVM's dispatch rules");
    ask->add_option("TASK", *tasks, "NETWORK:N, or workloads as JSON")->required();
    ask->add_option("--target", options->target, "The target to ask for (default: this machine's CPU)");
    ask->callback([=, &output] { chosen([=, &output] { return query(output, *path, *tasks, *options); }); });
    auto run = std::make_shared<int64_t>(0);
    CLI::App* make = records->add_subcommand("export", "Write a project's trials as a log of version 0.2");
    make->add_option("PROJECT", *path, "The *.knobscope file")->required();
    make->add_option("RUN", *run, "One run (default: all)")->check(CLI::PositiveNumber);
    make->add_option("-o,--output", *to, "The log to write")->required();
    make->callback([=, &output, &action] { action = [=, &output] { return exportRecords(output, *path, *run, *to); }; });
}

} // namespace knobscope::cli
