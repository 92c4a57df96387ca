// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include "core/measure/measurer.h"
#include "core/store/project.h"

#include <CLI/CLI.hpp>

#include <map>

namespace knobscope::cli {

namespace {

nlohmann::json runJson(const RunRow& r)
{
    return {{"run", r.id}, {"task", r.label}, {"tuner", r.tuner}, {"trials", r.trials}, {"errors", r.errors}, {"state", r.state},
            {"best_gflops", r.bestGflops}, {"best_index", r.bestIndex}, {"best_seconds", r.bestSeconds}, {"budget", r.budget}, {"started", r.started}};
}

Exit runs(const Output& output, const std::string& path, bool bestOnly)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    const auto rows = project ? project->runs() : fail(project);
    if (!rows) {
        return output.failure(rows.error());
    }
    std::map<int64_t, RunRow> best;
    for (const RunRow& row : *rows) {
        if (row.bestGflops > 0 && (!best.contains(row.task) || row.bestGflops > best[row.task].bestGflops)) {
            best[row.task] = row;
        }
    }
    nlohmann::json list = nlohmann::json::array();
    TextTable table({"run", "task", "tuner", "trials", "failed", "state", "best GFLOPS", "config"}, {true, false, false, true, true, false, true, true});
    for (const RunRow& row : *rows) {
        if (bestOnly && best[row.task].id != row.id) {
            continue;
        }
        list.push_back(runJson(row));
        table.add({std::to_string(row.id), row.label, row.tuner, fmt::format("{}/{}", row.trials, row.budget), std::to_string(row.errors), row.state,
                   fmt::format("{:.2f}", row.bestGflops), std::to_string(row.bestIndex)});
    }
    output.isJson() ? output.document({{bestOnly ? "best" : "runs", list}}) : output.text(table.text());
    return Exit::Success;
}

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string out = "\"";
    for (const char c : text) {
        out += c == '"' ? "\"\"" : std::string(1, c);
    }
    return out + "\"";
}

Exit trials(const Output& output, const std::string& path, int64_t run, bool csv)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    if (!project) {
        return output.failure(project.error());
    }
    if (const auto known = project->run(run); !known) {
        return output.failure(known.error());
    }
    const auto rows = project->trials(run);
    if (!rows) {
        return output.failure(rows.error());
    }
    nlohmann::json list = nlohmann::json::array();
    std::string text = csv ? "trial,index,gflops,seconds,error_no,message,timestamp,entity\n" : "";
    TextTable table({"trial", "config", "GFLOPS", "result"}, {true, true, true, false});
    for (const TrialRow& t : *rows) {
        const double seconds = t.costs.empty() ? 0 : t.costs.front();
        if (csv) {
            text += fmt::format("{},{},{},{},{},{},{:.6f},{}\n", t.number, t.index, t.gflops, seconds, t.errorNo, csvField(t.message), t.timestamp,
                                csvField(t.entity.dump()));
        } else if (output.isJson()) {
            list.push_back({{"trial", t.number}, {"index", t.index}, {"gflops", t.gflops}, {"costs", t.costs}, {"error_no", t.errorNo},
                            {"message", t.message}, {"timestamp", t.timestamp}, {"entity", t.entity}});
        } else {
            table.add({std::to_string(t.number), std::to_string(t.index), fmt::format("{:.2f}", t.gflops),
                       t.errorNo == 0 ? "ok" : fmt::format("{}: {}", errorText(static_cast<MeasureError>(t.errorNo)), t.message)});
        }
    }
    if (csv) {
        output.text(text);
    } else if (output.isJson()) {
        output.document({{"trials", list}});
    } else {
        output.text(table.text());
    }
    return Exit::Success;
}

} // namespace

void addProjectCommands(CLI::App& app, const Output& output, Action& action)
{
    auto path = std::make_shared<std::string>();
    auto run = std::make_shared<int64_t>(0);
    auto csv = std::make_shared<bool>(false);
    const auto file = [=](CLI::App* command) { command->add_option("PROJECT", *path, "The *.knobscope file")->required(); };
    CLI::App* list = app.add_subcommand("runs", "The runs in a project");
    file(list);
    list->callback([=, &output, &action] { action = [=, &output] { return runs(output, *path, false); }; });
    CLI::App* best = app.add_subcommand("best", "The best run of each task in a project");
    file(best);
    best->callback([=, &output, &action] { action = [=, &output] { return runs(output, *path, true); }; });
    CLI::App* each = app.add_subcommand("trials", "The trials of a run");
    file(each);
    each->add_option("RUN", *run, "Its number")->required();
    each->add_flag("--csv", *csv, "As comma-separated values");
    each->callback([=, &output, &action] { action = [=, &output] { return trials(output, *path, *run, *csv); }; });
}

} // namespace knobscope::cli
