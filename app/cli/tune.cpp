// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/optionflags.h"
#include "app/cli/taskargument.h"
#include "app/cli/tunetasks.h"

#include "core/tuning/transfer.h"

#include <CLI/CLI.hpp>

#include <filesystem>

namespace knobscope::cli {

namespace {

struct TuneArguments {
    std::vector<std::string> tasks;
    TaskOptions options;
    RunOptions run;
    MeasureOptions measuring;
    std::vector<std::string> parameters;
    std::string project;
    std::string log;
    std::string transfer;
    bool extra = false; ///< a task's alternatives share its trials
};

/// Source of earlier results: the requested one, else the project itself.
Result<std::string> transferOf(const TuneArguments& a)
{
    if (a.transfer == "project" && a.project.empty()) {
        return fail(ErrorCode::InvalidArgument, "--transfer project needs a project; name one with --project FILE");
    }
    if (a.transfer.empty()) {
        return std::string(a.project.empty() ? "none" : "project");
    }
    if (a.transfer != "none" && a.transfer != "project" && !std::filesystem::exists(a.transfer)) {
        return fail(ErrorCode::NotFound,
                    "The file {} to learn from does not exist; --transfer expects a project, a log, project or none", a.transfer);
    }
    TRY(checkTransferSource(a.transfer));
    return a.transfer;
}

/// Tasks to tune, and for each TASK the number of tasks that compute the same.
struct TunedTasks {
    std::vector<LoopTask> tasks;
    std::vector<size_t> alternatives;
};

Result<TunedTasks> readTasks(const TuneArguments& a, const RunOptions& options)
{
    CodeWorker compiler; // ends before anything is timed
    TunedTasks out;
    std::vector<LoopTask>& tasks = out.tasks;
    for (const std::string& argument : a.tasks) {
        std::vector<std::string> same{argument};
        if (a.extra) {
            const auto alternatives = TRY(readAlternatives(argument, a.options, compiler));
            same.insert(same.end(), alternatives.begin(), alternatives.end());
        }
        const auto count = static_cast<int64_t>(same.size());
        if (options.trials < count) {
            return fail(ErrorCode::InvalidArgument, "{} (trial is|trials are) too few for {} and its {}; use --trials {} or more",
                        options.trials, argument, count == 2 ? Sentence("alternative") : phrase("{} alternatives", count - 1),
                        count);
        }
        for (int64_t i = 0; i < count; ++i) {
            TaskOptions variant = a.options;
            RunOptions share = options;
            share.trials = options.trials / count + (i < options.trials % count ? 1 : 0);
            if (i > 0) { // an alternative's space has other knobs and other config numbers
                variant.edits.clear();
                share.seeds.clear();
            }
            auto task = TRY(readTask(same[static_cast<size_t>(i)], variant, compiler));
            TRY(makeTuner(share.tuner, task.space, share.seed, share.parameters));
            std::string label = labelOf(argument, task);
            label = i == 0 || label == task.name ? label : withoutTemplate(argument) + "/" + task.name;
            tasks.push_back({std::move(task), std::move(label), std::move(share), {}, 0});
            tasks.back().prepare = transferWhenStarted(a.project, a.measuring.threads);
        }
        out.alternatives.push_back(same.size());
    }
    return out;
}

Result<Exit> tuneTasks(const Output& output, const TuneArguments& a)
{
    RunOptions options = a.run;
    TRY(readParameters(a.parameters, options.parameters));
    options.transfer = TRY(transferOf(a));
    options.log = absolutePath(a.log);
    if (options.prune != "auto") {
        TRY(parsePruneOptions(options.prune));
    }
    const auto [tasks, alternatives] = TRY(readTasks(a, options));
    TRY(checkMeasuring(output, tasks.front().task.target, a.measuring));
    const auto kept = TRY(tuneAndStore(output, tasks, a.measuring, a.project));
    RunReport report;
    report.add(tasks, kept);
    for (size_t i = 0, first = 0; a.extra && i < a.tasks.size(); first += alternatives[i], ++i) {
        report.addWinner(typedTask(a.tasks[i]), tasks, kept, first, alternatives[i]);
    }
    return report.show(output);
}

} // namespace

void addTuneCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<TuneArguments>();
    CLI::App* tuneCommand = app.add_subcommand("tune", "Search for the fastest config of each task");
    tuneCommand->add_option("TASK", a->tasks, kTaskForms)->required();
    addTaskOptions(*tuneCommand, a->options);
    addTunerOptions(*tuneCommand, a->run.tuner, a->parameters);
    for (const OptionField<RunOptions>& field : runFields()) {
        if (CLI::Option* flag = addFlag(*tuneCommand, field, a->run); flag && field.id == "trials") {
            flag->required();
        }
    }
    tuneCommand->add_option("--seed-config", a->run.seeds, "Index of a config to measure first; may be repeated")
        ->check(isConfigNumber)
        ->take_all()
        ->allow_extra_args(false);
    tuneCommand->add_option("--seed", a->run.seed, "Random seed of the tuner and the inputs");
    tuneCommand->add_option("--project", a->project, "Keep everything in this *.knobscope file");
    tuneCommand
        ->add_option("--transfer", a->transfer,
                     "Learn from the earlier results of a project or a log: a file, project or none (default: project)")
        ->excludes("--from-scratch");
    tuneCommand->add_option(
        "--prune", a->run.prune,
        "Skip configs that an analytical bound shows to be slow: auto, off, on or on=FACTOR (default: auto, on for CPUs "
        "except with the tuner random)");
    tuneCommand->add_option("--log", a->log, "Append AutoTVM records to this file");
    tuneCommand->add_flag(
        "--extra", a->extra,
        "Also tune the templates that AutoTVM does not have; they share the trials, and the output names the fastest");
    addMeasureFlags(*tuneCommand, a->measuring);
    whenChosen(*tuneCommand, action, [=, &output] {
        a->measuring.seed = a->run.seed;
        return tuneTasks(output, *a);
    });
}

} // namespace knobscope::cli
