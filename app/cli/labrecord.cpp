// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"
#include "app/cli/tunetasks.h"

#include "core/study/searchrecorder.h"
#include "core/target/machineprofile.h"
#include "core/tuning/resume.h"
#include "core/tuning/storedrun.h"
#include "core/worker/makemeasurer.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

constexpr int64_t kMaxWholeSpace = 100'000; // configs that are measured one and all

struct RecordArguments {
    std::string task;
    TaskOptions options;
    std::string path;
    std::string tuners;
    SearchRecordOptions searching;
    RunOptions run{.tuner = "random", .seed = 1, .prune = "off"}; ///< of a whole space
    MeasureOptions measuring;
};

struct Recording {
    RecordOutcome outcome;
    Sentence disturbed;
    Exit exit = Exit::Success;
};

/// The run to continue, if the project has one that visits this task's whole space on this machine.
Result<std::optional<RunRow>> earlierRecording(Project& project, const LoopTask& wanted, const MeasureOptions& measuring)
{
    auto rows = TRY(runsOfTask(project, wanted.task));
    const auto found = std::ranges::find_if(rows, [&](const RunRow& row) {
        return row.tuner == wanted.options.tuner && row.budget >= wanted.options.trials && threadsOf(row) == measuring.threads
            && runOptionsOf(row).prune == wanted.options.prune && machineOf(row) == thisMachine().cpu;
    });
    return found == rows.end() ? std::nullopt : std::optional(std::move(*found));
}

/// A run with a trial for every config.
Result<Recording> recordWhole(const Output& output, const RecordArguments& a, LoopTask run)
{
    const int64_t total = run.task.space.validCount().high;
    if (total > kMaxWholeSpace) {
        return fail(
            ErrorCode::LimitExceeded,
            "The space has {} (config|configs), too many to measure all of them; reduce it below {} with --edit, or record only "
            "what searches ask for (`knobscope-cli lab record --tuners`)",
            total, kMaxWholeSpace);
    }
    run.options.trials = total;
    MeasureOptions measuring = a.measuring;
    auto project = TRY(Project::open(a.path, Project::Mode::Create));
    const auto earlier = TRY(earlierRecording(project, run, measuring));
    const int64_t kept = earlier ? earlier->trials : 0;
    if (earlier && kept >= total) {
        return Recording{{.kept = kept, .failed = earlier->errors, .isComplete = true, .bestGflops = earlier->bestGflops}, {}};
    }
    if (earlier) {
        auto resumed = TRY(resumableRun(project, earlier->id));
        takeLimits(resumed.task.options, run.options);
        run = std::move(resumed.task);
        measuring = std::move(resumed.measuring);
    }
    const auto stored = TRY(tuneAndStore(output, {std::move(run)}, measuring, a.path));
    const RunFinished& end = stored.runs.front().finished;
    const Exit exit = stored.signal != 0 ? exitOfSignal(stored.signal) : stored.problems.empty() ? Exit::Success : Exit::Failure;
    return Recording{{end.trials - kept, kept, end.errors, end.trials >= total, end.reason == "finished" && end.bestIndex >= 0,
                      end.seconds, end.bestGflops},
                     stored.disturbed,
                     exit};
}

/// Only what replays of tuners request.
Result<Recording> recordRequests(const Output& output, const RecordArguments& a, const LoopTask& run)
{
    SearchRecordOptions searching = a.searching;
    searching.label = run.label;
    searching.seconds = run.options.seconds;
    searching.tuners = TRY(parseTunerChoices(a.tuners));
    searching.measuring = a.measuring;
    const auto measurer = TRY(makeMeasurer(run.task.target, a.measuring));
    TRY(measurer->accepts(run.task));
    Sentence disturbed = warnIfDisturbed(output, *measurer);
    double lastReport = 0;
    const auto progress = [&](const RecordProgress& p) {
        if (p.seconds - lastReport >= 5) {
            lastReport = p.seconds;
            output.note(fmt::format("{}: {} configs, best {:.2f} GFLOPS, {:.0f} s", run.label, p.done, p.bestGflops, p.seconds));
        }
    };
    const auto outcome = recordSearches(run.task, a.path, *measurer, searching, progress);
    disturbed = disturbed.empty() ? measurer->otherMeasurerWarning() : disturbed;
    measurer->stop();
    TRY(outcome);
    return Recording{*outcome, disturbed};
}

Result<Exit> record(const Output& output, const RecordArguments& a)
{
    LoopTask run{.options = a.run};
    {
        CodeWorker compiler; // ends before anything is timed
        run.task = TRY(readTask(a.task, a.options, compiler));
    }
    run.label = labelOf(a.task, run.task);
    const std::string label = run.label;
    const auto recording = TRY(a.tuners.empty() ? recordWhole(output, a, std::move(run)) : recordRequests(output, a, run));
    const RecordOutcome& outcome = recording.outcome;
    output.answer({{"file", a.path},
                   {"task", label},
                   {"measured", outcome.measured},
                   {"kept", outcome.kept},
                   {"failed", outcome.failed},
                   {"complete", outcome.isComplete},
                   {"retimed", outcome.isRetimed},
                   {"best_gflops", outcome.bestGflops},
                   {"seconds", outcome.seconds},
                   {"disturbed", sentenceOrNull(recording.disturbed)},
                   {"flops_counted", "autotvm"}},
                  phrase("{}: {} (config|configs) measured in {:.0f} s, {} kept, {} failed, best {:.2f} GFLOPS (AutoTVM){}\n",
                         a.path, outcome.measured, outcome.seconds, outcome.kept, outcome.failed, outcome.bestGflops,
                         !outcome.isComplete                          ? "; incomplete: repeat the command to continue"
                         : outcome.measured > 0 && !outcome.isRetimed ? "; the best configs could not be timed against each other"
                                                                      : "")
                          .message
                      + disturbedText(recording.disturbed));
    return recording.exit;
}

} // namespace

void addLabRecordCommand(CLI::App& lab, const Output& output, Action& action)
{
    constexpr int usualJobs = 8; // replays mostly wait for kernels
    auto a = std::make_shared<RecordArguments>();
    a->searching.lab.jobs = usualJobs;
    CLI::App* command =
        lab.add_subcommand("record", "Measure and record a task's space: every config, or those that searches ask for");
    command->add_option("TASK", a->task, kTaskForms)->required();
    command->add_option("-o,--output", a->path, "Project to keep the results in; those that it has are kept")->required();
    addTaskOptions(*command, a->options);
    command->add_option(
        "--tuners", a->tuners,
        "Measure only the configs that replays of these tuners ask for (as `lab --tuners`), for spaces that are too large");
    command->add_option("--seeds", a->searching.lab.seeds, "With --tuners: replays of each tuner")->check(between(1, 10000));
    command->add_option("--budget", a->searching.lab.replaying.budget, "With --tuners: trials of each replay")
        ->check(between(1, 1000000));
    command
        ->add_option("--around", a->searching.around,
                     "With --tuners: number of best configs whose neighbours (one knob differs) are measured as well")
        ->check(between(0, 10000));
    command->add_option("--jobs", a->searching.lab.jobs, "With --tuners: replays at a time")->check(between(1, 1024));
    command->add_option("--seconds", a->run.seconds, "Stop after this many seconds; repeat the command to continue")
        ->check(between(0.0, 1e9));
    command->add_option("--seed", a->run.seed, "Random seed of the order and the inputs");
    addMeasureFlags(*command, a->measuring);
    whenChosen(*command, action, [=, &output] {
        a->measuring.seed = a->run.seed;
        a->measuring.cutOff = 0; // a recording includes slow configs
        return record(output, *a);
    });
}

} // namespace knobscope::cli
