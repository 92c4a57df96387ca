// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/experiment.h"
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/taskargument.h"
#include "app/cli/tunetasks.h"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

namespace knobscope::cli {

namespace {

struct ExperimentArguments {
    std::string task;
    TaskOptions options;
    std::vector<std::string> against; ///< edits of the first variant; empty: the template
    RunOptions run;
    int seeds = kDefaultSeeds;
    MeasureOptions measuring;
    std::vector<std::string> parameters;
    std::string project;
};

/// Temporary folder of a project that is deleted after the experiment. A new folder of this user, because names in the
/// temporary folder itself are predictable and others could create them.
using TemporaryFolder = std::shared_ptr<const std::string>;
Result<TemporaryFolder> makeTemporaryFolder()
{
    std::error_code error;
    std::string folder = (std::filesystem::temp_directory_path(error) / "knobscope-experiment-XXXXXX").string();
    if (error || !::mkdtemp(folder.data())) {
        return fail(ErrorCode::Io,
                    "The experiment needs a temporary folder, but {} cannot be created; name a project with --project, or "
                    "another folder in TMPDIR",
                    folder);
    }
    return TemporaryFolder(new std::string(std::move(folder)), [](const std::string* made) {
        std::error_code ignored;
        std::filesystem::remove_all(*made, ignored);
        delete made;
    });
}

nlohmann::json runsJson(const std::vector<ExperimentRun>& runs)
{
    nlohmann::json out = nlohmann::json::array();
    for (const ExperimentRun& run : runs) {
        out.push_back({{"seed", run.seed},
                       {"best_gflops", run.bestGflops},
                       {"trials", run.trials},
                       {"trials_to_95_percent", run.trialsToTarget > 0 ? nlohmann::json(run.trialsToTarget) : nlohmann::json()}});
    }
    return out;
}

/// `low` and `high` are null without an interval: JSON has no infinity.
nlohmann::json differenceJson(const PairedDifference& d)
{
    return {{"estimate", d.estimate}, {"low", d.low}, {"high", d.high}};
}

Exit show(const Output& output, const ExperimentResult& result, const std::vector<int64_t>& rows, bool isWhole,
          const Sentence& disturbed)
{
    std::vector<std::string> lines;
    for (const Sentence& sentence : experimentSentences(result, "A", "B")) {
        lines.push_back(sentence.message);
    }
    const ExperimentAnswer answer = answerOf(result);
    lines.insert(lines.begin(), fmt::format("{}: {}.", answer.word, answer.why));
    nlohmann::json document{{"answer", answer.word.message},
                            {"a", runsJson(result.a)},
                            {"b", runsJson(result.b)},
                            {"mean_a", result.meanA},
                            {"mean_b", result.meanB},
                            {"difference_gflops", differenceJson(result.gflops)},
                            {"target_gflops", result.targetGflops},
                            {"p_value", result.gflops.pValue},
                            {"shown", verdictOf(result) == ExperimentVerdict::Shown},
                            {"seeds_needed", seedsNeeded()},
                            {"complete", isWhole},
                            {"runs", rows},
                            {"text", lines}};
    document["flops_counted"] = "autotvm";
    document["difference_trials"] = result.trialsToTarget ? differenceJson(*result.trialsToTarget) : nlohmann::json();
    document["disturbed"] = sentenceOrNull(disturbed);
    return output.answer(document, fmt::format("{}\n", fmt::join(lines, "\n")) + disturbedText(disturbed));
}

Result<Exit> experiment(const Output& output, ExperimentArguments a)
{
    TRY(readParameters(a.parameters, a.run.parameters));
    CodeWorker compiler;
    TaskOptions ofFirst = a.options;
    ofFirst.edits = a.against;
    const auto first = TRY(readTask(a.task, ofFirst, compiler));
    const auto second = TRY(readTask(a.task, a.options, compiler));
    if (first.edits == second.edits) {
        return fail(ErrorCode::InvalidArgument, "Both variants are the same space; describe with --edit what B changes");
    }
    for (const Task* task : {&first, &second}) {
        TRY(makeTuner(a.run.tuner, task->space, a.run.seed, a.run.parameters));
    }
    const auto passing = TRY(a.project.empty() ? makeTemporaryFolder() : Result<TemporaryFolder>());
    const std::string path = passing ? *passing + "/experiment.knobscope" : a.project;
    const auto tasks = experimentRuns({first, second, labelOf(a.task, first), a.run, a.seeds});
    const auto kept = TRY(tuneAndStore(output, tasks, a.measuring, path));
    if (!kept.problems.empty()) {
        return fail(ErrorCode::Io, "{} lacks trials of the experiment, so it cannot be evaluated", path);
    }
    std::vector<int64_t> rows;
    for (const StoredRun& run : kept.runs) {
        if (run.finished.reason == "finished") {
            rows.push_back(run.row);
        }
    }
    auto project = Project::open(path, Project::Mode::ReadOnly);
    const auto result = project ? evaluateExperiment(*project, rows) : fail(project);
    if (!result) {
        const Exit failed =
            output.failure({result.error().code,
                            rows.size() < 2 ? phrase("The experiment was stopped before the first pair of runs was finished")
                                            : Sentence(result.error())});
        return kept.signal != 0 ? exitOfSignal(kept.signal) : failed;
    }
    const bool isWhole = rows.size() == tasks.size();
    if (!isWhole) {
        output.note(phrase("knobscope-cli: stopped after {} of {} (run|runs); only complete pairs are compared", rows.size(),
                           tasks.size())
                        .message);
    }
    const Exit shown = show(output, *result, a.project.empty() ? std::vector<int64_t>{} : rows, isWhole, kept.disturbed);
    return kept.signal != 0 ? exitOfSignal(kept.signal) : shown;
}

} // namespace

void addExperimentCommand(CLI::App& app, const Output& output, Action& action)
{
    auto a = std::make_shared<ExperimentArguments>();
    a->run.tuner = "ga";
    a->run.trials = 200;
    a->run.seed = 1;
    CLI::App* command =
        app.add_subcommand("experiment", "Find out if an edit is worth it: tune two variants with the same budget and seeds");
    command->add_option("TASK", a->task, kTaskForms)->required();
    addTaskOptions(*command, a->options);
    command->get_option("--edit")->description("Edit of variant B; may be repeated");
    addRepeated(*command, "--against", a->against, "Edit of variant A (default: the template as it is); may be repeated");
    command
        ->add_option("--seeds", a->seeds,
                     fmt::format("Runs of each variant; fewer than {} cannot show a difference", seedsNeeded()))
        ->capture_default_str()
        ->check(between(1, 1000));
    command->add_option("--seed", a->run.seed, "First seed");
    command->add_option("--trials", a->run.trials, "Configs to measure in each run")->check(between(1, kMaxTrials));
    command->add_option("--seconds", a->run.seconds, "Time limit of each run, in seconds")->check(between(0.0, 1e9));
    addTunerOptions(*command, a->run.tuner, a->parameters);
    command->add_option("--project", a->project, "Keep the runs in this *.knobscope file");
    addMeasureFlags(*command, a->measuring);
    whenChosen(*command, action, [=, &output] {
        a->measuring.seed = a->run.seed;
        return experiment(output, *a);
    });
}

} // namespace knobscope::cli
