// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules by hand: `schedule run` times each line of a text, `schedule show` writes a config as a text.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/optionflags.h"
#include "app/cli/taskargument.h"

#include "core/base/unfinishedfile.h"
#include "core/script/apply.h"
#include "core/script/operators.h"
#include "core/script/parse.h"
#include "core/study/visitorder.h"
#include "core/task/handschedule.h"
#include "core/tuning/preparedwork.h"
#include "core/worker/makemeasurer.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <numeric>

namespace knobscope::cli {

namespace {

struct ScheduleArguments {
    std::string file;
    TaskOptions options;
    MeasureOptions measuring;
    int64_t config = 0;
    std::optional<size_t> step;
};

TableCell numberOrNone(double number)
{
    return number > 0 ? TableCell(number) : TableCell();
}

Table stairTable(const Staircase& stairs)
{
    Table table = Table({{"step", "step", "{}"},
                         {"line", "line", "{}"},
                         {"text", "primitive"},
                         {"", "ms", "{:.4f}"},
                         {"speedup", "speed-up", "{:.2f}x"},
                         {"gain", "gain", "{:.2f}x"},
                         {"note", "what takes its time"}})
                      .withIds({"seconds", "state", "bound", "bound_share", "place"});
    for (const StairStep& step : stairs.steps) {
        const Sentence note =
            step.bound && step.state == StairStep::State::Timed ? joined(step.note, step.bound->text) : step.note;
        const bool isTimed = step.state == StairStep::State::Timed || step.note.empty();
        table.add({step.step, step.line, TableCell(step.text, step.step == 0 ? phrase("(as defined)") : Sentence(step.text)),
                   numberOrNone(step.seconds * 1e3), numberOrNone(step.speedup), numberOrNone(step.gain),
                   TableCell(step.note.message, isTimed ? note : phrase("{}: {}", stateName(step.state), note)),
                   numberOrNone(step.seconds), std::string(stateName(step.state)),
                   step.bound ? nlohmann::json(step.bound->id) : nlohmann::json(),
                   step.bound ? nlohmann::json(step.bound->share) : nlohmann::json(),
                   step.place ? nlohmann::json{{"line", step.place->line}, {"column", step.place->column}} : nlohmann::json()});
    }
    return table;
}

/// The answer for a text that is no schedule, with the place of its error.
Exit notASchedule(const Output& output, const Error& error)
{
    const auto place = placeOf(error);
    if (output.isJson() && place) {
        output.answer({{"valid", false},
                       {"right", false},
                       {"steps", nlohmann::json::array()},
                       {"problem", {{"line", place->line}, {"column", place->column}, {"message", withoutPlace(error).message}}}},
                      {});
        output.note("knobscope-cli: " + error.message);
        return Exit::Failure;
    }
    return output.failure(error);
}

Result<Exit> runSchedule(const Output& output, const ScheduleArguments& a)
{
    CodeWorker compiler;
    const auto target = TRY(readTarget(a.options.target, compiler));
    const auto source = TRY(readScheduleFile(a.file));
    const auto sizes = TRY(readSizes(a.options.sizes));
    auto opened = withPrefix(a.file, openStaircase(source, nameOfScheduleFile(a.file), sizes, target, a.config));
    if (!opened) {
        return notASchedule(output, opened.error());
    }
    Staircase& stairs = *opened;
    std::vector<size_t> wanted(stairs.steps.size());
    std::iota(wanted.begin(), wanted.end(), size_t{0});
    if (a.step) {
        if (*a.step >= stairs.steps.size()) {
            return fail(ErrorCode::InvalidArgument, "There is no step {}; the steps are 0 to {}", *a.step,
                        stairs.steps.size() - 1);
        }
        wanted = {*a.step};
    }
    TRY(checkMeasuring(output, target, a.measuring));
    const auto measurer = TRY(makeMeasurer(target, a.measuring));
    LiveLine live(output);
    TRY(timeSteps(*measurer, stairs, wanted, a.measuring.threads, [&](const StairStep& step) {
        if (live.isDue()) {
            live.draw(fmt::format("step {} of {}", step.step, stairs.steps.size() - 1));
        }
    }));
    if (a.step) {
        stairs.steps = {stairs.steps[*a.step]};
    }
    const Table table = stairTable(stairs);
    const bool isRight = stairs.isRight();
    const std::string text =
        table.toText()
        + "ms is a call at the machine's full speed; the speed-up is over the first row, the gain over the row before. "
          "What takes the time is estimated.\n";
    output.answer({{"valid", stairs.isValid()}, {"right", isRight}, {"task", stairs.task.name}, {"steps", table.toJson()}}, text);
    return stairs.isValid() && isRight ? Exit::Success : Exit::Failure;
}

/// Writes the order of visit as a picture that plays by itself.
Result<Exit> drawSchedule(const Output& output, const ScheduleArguments& a, const std::string& path)
{
    CodeWorker compiler;
    const auto target = TRY(readTarget(a.options.target, compiler));
    const auto source = TRY(readScheduleFile(a.file));
    const auto text = TRY(withPrefix(a.file, parseSchedule(source)));
    const size_t step = a.step.value_or(text.stepCount());
    const auto order = TRY(withPrefix(a.file, smallVisitOrder(source, target, step)));
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream out(unfinished.temporaryPath(), std::ios::binary);
    out << svgOf(order, {});
    out.close();
    if (!out) {
        return fail(ErrorCode::Io, "{} cannot be written", path);
    }
    TRY(unfinished.commit());
    return output.answer({{"file", path},
                          {"step", step},
                          {"tensor", order.tensor},
                          {"visits", order.places.size()},
                          {"lines", order.lineCount()},
                          {"touches", order.touches.size()},
                          {"whole", order.isWhole}},
                         fmt::format("{}: {} with {}; {}, touched: {}{}\n", path, order.tensor,
                                     phrase("{} (visit|visits)", order.places.size()),
                                     phrase("{} (cache line|cache lines)", order.lineCount()), order.touches.size(),
                                     order.isWhole ? "" : " (the beginning only)"));
}

Result<Exit> showSchedule(const Output& output, const std::string& argument, const TaskOptions& options, int64_t index)
{
    CodeWorker compiler;
    const auto task = TRY(readTask(argument, options, compiler));
    const auto entity = TRY(task.space.at(index));
    const auto text = TRY(scheduleAsText(task, entity));
    return output.answer({{"task", task.name}, {"index", index}, {"text", text}}, text);
}

Result<Exit> listLanguage(const Output& output)
{
    nlohmann::json operators = nlohmann::json::array();
    nlohmann::json primitives = nlohmann::json::array();
    std::string text = "Operators\n";
    for (const NamedOperator& one : namedOperators()) {
        std::string sizes;
        for (const OperatorSize& size : one.sizes) {
            sizes += fmt::format("{}{}={}", sizes.empty() ? "" : ", ", size.name, size.value);
        }
        const std::string form = fmt::format("{}({})", one.name, sizes);
        text += fmt::format("  {}\n      {}\n", form, one.summary);
        operators.push_back({{"name", one.name}, {"form", form}, {"summary", one.summary}, {"definition", one.definition}});
    }
    text += "Primitives\n";
    for (const PrimitiveForm& one : primitiveForms()) {
        text += fmt::format("  {}\n      {}\n", one.form, one.summary);
        primitives.push_back({{"name", one.name}, {"form", one.form}, {"summary", one.summary}});
    }
    return output.answer({{"operators", operators}, {"primitives", primitives}}, text);
}

/// The schedules that a project keeps, with the time of the whole text if it was measured.
Result<Exit> listKept(const Output& output, const std::string& path)
{
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    const PreparedWork work = TRY(preparedWork(project));
    Table table = Table({{"name", "schedule"},
                         {"lines", "lines", "{}"},
                         {"seconds", "ms", "{:.4f}", 1e3},
                         {"speedup", "speed-up", "{:.2f}x"}})
                      .withIds({"text", "times"});
    for (const KeptSchedule& schedule : work.schedules) {
        const KeptTime last = schedule.times.empty() ? KeptTime() : schedule.times.back();
        table.add({"user/" + schedule.name, std::ranges::count(schedule.text, '\n'), numberOrNone(last.seconds),
                   numberOrNone(last.speedup), schedule.text, keptTimesToJson(schedule.times)});
    }
    for (const Sentence& problem : work.problems) {
        output.note(problem.message);
    }
    return output.answer("schedules", table);
}

} // namespace

void addScheduleCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* schedule = app.add_subcommand("schedule", "Schedules written by hand (.sched files)");
    schedule->require_subcommand(1);

    auto a = std::make_shared<ScheduleArguments>();
    a->measuring = staircaseOptions();
    CLI::App* timed = schedule->add_subcommand("run", "Check and time the schedule after each of its lines");
    timed->add_option("FILE", a->file, "Schedule (*.sched)")->required();
    addRepeated(*timed, "--size", a->options.sizes, "Size of the schedule, as in n=512; may be repeated");
    timed->add_option("--config", a->config, "Number of the config of its knobs")->check(isConfigNumber);
    timed->add_option("--step", a->step, "Time only this step; 0 is the computation as defined");
    addTargetOptions(*timed, a->options);
    addMeasureFlags(*timed, a->measuring);
    whenChosen(*timed, action, [=, &output] { return runSchedule(output, *a); });

    auto drawn = std::make_shared<ScheduleArguments>();
    auto path = std::make_shared<std::string>();
    CLI::App* picture = schedule->add_subcommand(
        "picture", "Draw the order in which the loops visit the result, and the cache lines, as SVG that plays");
    picture->add_option("FILE", drawn->file, "Schedule (*.sched); all sizes are at most 64 here")->required();
    picture->add_option("-o,--output", *path, "Picture to write (*.svg)")->required();
    picture->add_option("--step", drawn->step, "After this step; 0 is the computation as defined (default: the last)");
    addTargetOptions(*picture, drawn->options);
    whenChosen(*picture, action, [=, &output] { return drawSchedule(output, *drawn, *path); });

    auto argument = std::make_shared<std::string>();
    auto options = std::make_shared<TaskOptions>();
    auto index = std::make_shared<int64_t>(0);
    CLI::App* shown = schedule->add_subcommand("show", "Write one config of a task as a schedule");
    shown->add_option("TASK", *argument, kTaskForms)->required();
    shown->add_option("INDEX", *index, "Number of the config in the space")->required()->check(isConfigNumber);
    addTaskOptions(*shown, *options);
    whenChosen(*shown, action, [=, &output] { return showSchedule(output, *argument, *options, *index); });

    auto project = std::make_shared<std::string>();
    CLI::App* listed =
        schedule->add_subcommand("list", "List the operators and primitives of schedules, or the schedules in a project");
    listed->add_option("PROJECT", *project, "Project (*.knobscope) whose schedules are listed");
    whenChosen(*listed, action, [=, &output] { return project->empty() ? listLanguage(output) : listKept(output, *project); });
}

} // namespace knobscope::cli
