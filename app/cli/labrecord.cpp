// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"

#include "core/study/searchrecorder.h"
#include "core/target/machineprofile.h"
#include "core/worker/makemeasurer.h"

#include <CLI/CLI.hpp>

#include <ctime>

namespace knobscope::cli {

namespace {

struct RecordArguments {
    std::string task;
    TaskOptions options;
    std::string path;
    std::string tuners;
    SearchRecordOptions searching;
    RecordOptions recording;
    MeasureOptions measuring;
};

Result<Exit> record(const Output& output, const RecordArguments& a)
{
    CodeWorker compiler;
    auto task = TRY(readTask(a.task, a.options, compiler));
    SearchRecordOptions searching = a.searching;
    searching.recording = a.recording;
    if (!a.tuners.empty()) {
        searching.tuners = TRY(parseTunerChoices(a.tuners));
    }
    const MachineProfile& machine = thisMachine();
    RecordedSpace space{
        labelOf(a.task, task), machine.cpu, machine.cores, a.measuring.threads, dayOf(static_cast<double>(std::time(nullptr))),
        std::move(task),       {}};
    MeasureOptions measuring = a.measuring;
    measuring.cutOff = 0; // a recording includes slow configs
    const auto measurer = TRY(makeMeasurer(space.task.target, measuring));
    TRY(measurer->accepts(space.task));
    Sentence disturbed = warnIfDisturbed(output, *measurer);
    double lastReport = 0;
    const auto progress = [&](const RecordProgress& p) {
        if (p.seconds - lastReport >= 5) {
            lastReport = p.seconds;
            output.note(fmt::format("{}: {}{} configs, best {:.2f} GFLOPS, {:.0f} s", space.label, p.done,
                                    p.total > 0 ? fmt::format(" of {}", p.total) : "", p.bestGflops, p.seconds));
        }
    };
    const auto outcome = searching.tuners.empty() ? recordSpace(space, a.path, *measurer, a.recording, progress)
                                                  : recordSearches(space, a.path, *measurer, searching, progress);
    disturbed = disturbed.empty() ? measurer->otherMeasurerWarning() : disturbed;
    measurer->stop();
    TRY(outcome);
    return output.answer(
        {{"file", a.path},
         {"task", space.label},
         {"measured", outcome->measured},
         {"kept", outcome->kept},
         {"failed", outcome->failed},
         {"complete", outcome->isComplete},
         {"retimed", outcome->isRetimed},
         {"best_gflops", outcome->bestGflops},
         {"seconds", outcome->seconds},
         {"disturbed", sentenceOrNull(disturbed)},
         {"flops_counted", "autotvm"}},
        phrase("{}: {} (config|configs) measured in {:.0f} s, {} kept, {} failed, best {:.2f} GFLOPS (AutoTVM){}\n", a.path,
               outcome->measured, outcome->seconds, outcome->kept, outcome->failed, outcome->bestGflops,
               !outcome->isComplete                           ? "; incomplete: repeat the command to continue"
               : outcome->measured > 0 && !outcome->isRetimed ? "; the best configs could not be timed against each other"
                                                              : "")
                .message
            + disturbedText(disturbed));
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
    command->add_option("-o,--output", a->path, "File to write; the results that it has are kept")->required();
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
    command->add_option("--seconds", a->recording.seconds, "Stop after this many seconds; repeat the command to continue")
        ->check(between(0.0, 1e9));
    command->add_option("--seed", a->recording.seed, "Random seed of the order and the inputs");
    addMeasureFlags(*command, a->measuring);
    whenChosen(*command, action, [=, &output] {
        a->measuring.seed = a->recording.seed;
        return record(output, *a);
    });
}

} // namespace knobscope::cli
