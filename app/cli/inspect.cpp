// SPDX-License-Identifier: GPL-3.0-or-later
// Output of the inspector, schedule and code views, as text.
#include "app/cli/inspect.h"

#include "app/cli/commands.h"
#include "app/cli/taskargument.h"

#include "core/base/linediff.h"
#include "core/store/project.h"
#include "core/study/findings.h"
#include "core/study/neighbours.h"
#include "core/task/figures.h"
#include "core/tuner/feature/features.h"
#include "core/worker/codemessage.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

/// The lines of a code level; the worker provides the compiled levels.
Result<std::vector<std::string>> linesOf(const Task& task, int64_t index, CodeLevel level, CodeWorker& compiler)
{
    const auto entity = TRY(task.space.at(index));
    if (level == CodeLevel::Loops || task.isGpu) {
        KernelCode code = level == CodeLevel::Assembly ? compiler.code(task, entity) : uncompiledCode(task, entity);
        LevelText& text = code.levels[static_cast<size_t>(level)];
        return text.problem.empty() ? Result<std::vector<std::string>>(std::move(text.lines))
                                    : fail(ErrorCode::Unsupported, "Config {}: {}", index, text.problem);
    }
    auto text = compiler.text(task, entity, level);
    return text ? Result<std::vector<std::string>>(std::move(text->lines))
                : fail(text.error().code, "Config {}: {}", index, text.error());
}

/// The derived figures and the estimated costs of two configs beside each other.
Result<Exit> diffFigures(const Output& output, const Task& task, const std::array<int64_t, 2>& indexes)
{
    std::array<std::vector<Figure>, 2> figures;
    for (size_t side = 0; side < 2; ++side) {
        figures[side] = TRY(configFigures(task, TRY(task.space.at(indexes[side])), profileOf(task.target)));
    }
    const Table table = figureComparison(figures[0], figures[1]);
    return output.answer(
        {{"task", task.name}, {"level", "figures"}, {"left", indexes[0]}, {"right", indexes[1]}, {"rows", table.toJson()}},
        fmt::format("config {} (left) and config {} (right)\n{}", indexes[0], indexes[1], table.toText()));
}

Result<Exit> diff(const Output& output, const std::string& argument, const TaskOptions& options,
                  const std::array<int64_t, 2>& indexes, const std::string& level)
{
    CodeWorker compiler;
    const auto task = TRY(readTask(argument, options, compiler));
    if (level == "figures") {
        return diffFigures(output, task, indexes);
    }
    const auto shown = TRY(parseLevel(level));
    std::array<std::vector<std::string>, 2> texts;
    for (size_t side = 0; side < 2; ++side) {
        texts[side] = TRY(linesOf(task, indexes[side], shown, compiler));
    }
    const auto rows = ir::diffLines(texts[0], texts[1]);
    const ir::DiffCount count = ir::countChanges(rows);
    nlohmann::json list = nlohmann::json::array();
    std::string text = fmt::format("--- config {}\n+++ config {}\n", indexes[0], indexes[1]);
    for (const ir::DiffRow& row : rows) {
        const bool isRight = row.kind == ir::DiffRow::Kind::Added;
        const std::string& line =
            isRight ? texts[1][static_cast<size_t>(row.right) - 1] : texts[0][static_cast<size_t>(row.left) - 1];
        const char* const kind = isRight ? "added" : row.kind == ir::DiffRow::Kind::Removed ? "removed" : "same";
        list.push_back({{"kind", kind}, {"left", row.left}, {"right", row.right}, {"text", line}});
        text += (isRight ? "+" : row.kind == ir::DiffRow::Kind::Removed ? "-" : " ") + line + "\n";
    }
    output.answer({{"task", task.name},
                   {"level", level},
                   {"left", indexes[0]},
                   {"right", indexes[1]},
                   {"removed", count.removed},
                   {"added", count.added},
                   {"rows", list}},
                  text);
    output.note(phrase("{} (line|lines) removed, {} added", count.removed, count.added).message);
    return Exit::Success;
}

} // namespace

Result<Answer> inspectSteps(const Task& task, const ConfigEntity& entity)
{
    const auto steps = TRY(scheduleSteps(task, entity));
    Answer out{nlohmann::json::array(), {}};
    for (size_t i = 0; i < steps.size(); ++i) {
        const ScheduleStep& step = steps[i];
        nlohmann::json lines = nlohmann::json::array();
        const std::string primitive = i == 0 ? "" : fmt::format("s[{}].{}", step.primitive.stage, step.primitive.primitive);
        out.text += fmt::format("== {}: {}{}\n", i, i == 0 ? "as defined" : primitive,
                                step.primitive.knob.empty() ? "" : "   # " + step.primitive.knob);
        for (size_t line = 0; line < step.lines.size(); ++line) {
            lines.push_back({{"text", step.lines[line].text},
                             {"loops", step.lines[line].loops},
                             {"changed", static_cast<bool>(step.changed[line])}});
            out.text += (step.changed[line] ? "* " : "  ") + step.lines[line].text + "\n";
        }
        out.text += step.problem.empty() ? "" : step.problem.message + "\n";
        out.json.push_back({{"primitive", primitive},
                            {"stage", step.primitive.stage},
                            {"knob", step.primitive.knob},
                            {"lines", lines},
                            {"problem", step.problem.message}});
    }
    return out;
}

Result<Answer> inspectFigures(const Task& task, const ConfigEntity& entity)
{
    const auto figures = TRY(configFigures(task, entity, profileOf(task.target)));
    Table table = Table({{"name", "figure"}, {"value", "value"}}).withIds({"id", "number", "unit", "explanation", "warning"});
    for (const Figure& figure : figures) {
        table.add({figure.name.message + (figure.subject.empty() ? "" : " of " + figure.subject), figure.value, figure.id,
                   figure.number ? TableCell(*figure.number) : TableCell(nullptr), figure.unit, figure.explanation,
                   figure.tone == Figure::Tone::Warning});
    }
    return Answer{table.toJson(), table.toText()};
}

Result<Answer> inspectFindings(const Task& task, int64_t index, const std::string& project, int threads)
{
    std::map<int64_t, MeasuredGain> measured;
    if (!project.empty()) {
        auto opened = TRY(Project::open(project, Project::Mode::ReadOnly));
        measured = TRY(measuredGains(opened, task, index, threads));
    }
    const auto findings = TRY(findingsOf(task, index, profileOf(task.target), threads, measured));
    Answer out{nlohmann::json::array(), findings.empty() ? "No change of one knob promises 5 %.\n" : ""};
    for (const Finding& finding : findings) {
        out.text += fmt::format("{} {}\n    Config {}. {}\n", finding.text, finding.change, finding.index, finding.evidence);
        out.json.push_back(findingToJson(task, finding));
    }
    return out;
}

Result<Answer> inspectFeatures(const Task& task, const ConfigEntity& entity, const std::string& kindName)
{
    const auto kind = TRY(featureKind(kindName));
    const auto row = TRY(features(kind, task.space, &task, entity, true));
    Table table({{"name", "feature"}, {"value", "value", "{:g}"}});
    for (size_t i = 0; i < row.values().size(); ++i) {
        table.add({row.names()[i], row.values()[i]});
    }
    return Answer{table.toJson(), table.toText()};
}

void addDiffCommand(CLI::App& app, const Output& output, Action& action)
{
    auto argument = std::make_shared<std::string>();
    auto options = std::make_shared<TaskOptions>();
    auto indexes = std::make_shared<std::array<int64_t, 2>>();
    auto level = std::make_shared<std::string>("loops");
    CLI::App* command = app.add_subcommand("diff", "Show the difference between the code of two configs");
    command->add_option("TASK", *argument, kTaskForms)->required();
    command->add_option("LEFT", (*indexes)[0], "Number of the first config")->required()->check(isConfigNumber);
    command->add_option("RIGHT", (*indexes)[1], "Number of the second config")->required()->check(isConfigNumber);
    command->add_option("--level", *level, "loops, llvm or asm; figures: the derived figures of both instead of code")
        ->check(CLI::IsMember({"loops", "llvm", "asm", "figures"}));
    addTaskOptions(*command, *options);
    whenChosen(*command, action, [=, &output] { return diff(output, *argument, *options, *indexes, *level); });
}

} // namespace knobscope::cli
