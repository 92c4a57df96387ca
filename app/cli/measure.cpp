// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/optionflags.h"
#include "app/cli/taskargument.h"

#include "core/base/statistics.h"
#include "core/task/gpulimits.h"
#include "core/timing/measurer.h"
#include "core/worker/emulatedcheck.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/makemeasurer.h"

#include <CLI/CLI.hpp>

#include <thread>

namespace knobscope::cli {

namespace {

/// Checks correctness only: the CPU's time does not predict a GPU's.
Result<Exit> runEmulated(const Output& output, const Task& task, const std::vector<ConfigEntity>& entities,
                         const std::vector<int64_t>& indexes, const MeasureOptions& measuring)
{
    if (!task.isGpu) {
        return fail(ErrorCode::InvalidArgument, "{} is for CPUs; only GPU configs can be emulated", task.name);
    }
    const auto results = TRY(checkEmulated(taskToJson(task), entities, measuring));
    Table table = Table({{"index", "config", "{}"},
                         {"kernels", "kernels", "{}"},
                         {"barriers", "barriers", "{}"},
                         {"relative_error", "relative error", "{:.1e}"},
                         {"message", "emulated"}})
                      .withIds({"emulated", "error_no", "seconds", "limit"});
    bool allRight = true;
    for (size_t i = 0; i < results.size(); ++i) {
        const EmulatedResult& r = results[i];
        const bool right = r.error == MeasureError::None;
        allRight = allRight && right;
        const auto ifRight = [right](const auto& value) { return right ? TableCell(value) : TableCell(value, "-"); };
        const std::string limit = violatedLimit(task, entities[i]).message;
        const std::string found = (right ? "correct" : fmt::format("{}: {}", errorText(r.error), r.why))
                                + (limit.empty() ? "" : ", but it does not run on the target's card: " + limit);
        table.add({indexes[i], ifRight(r.kernels), ifRight(r.barriers), ifRight(r.relativeError), TableCell(r.why.message, found),
                   true, static_cast<int>(r.error), r.seconds, limit.empty() ? nlohmann::json() : nlohmann::json(limit)});
    }
    output.answer("results", table);
    return allRight ? Exit::Success : Exit::Failure;
}

std::string milliseconds(double seconds)
{
    const double ms = seconds * 1e3;
    return ms < 0.1 ? fmt::format("{:.3g}", ms) : fmt::format("{:.4f}", ms); // significant digits for tiny kernels
}

/// "1.52 (1.51-1.54)"
std::string speedupText(const Timing& timing)
{
    if (timing.speedup <= 0) {
        return "-";
    }
    return timing.speedupLow > 0 ? fmt::format("{:.3f} ({:.3f}-{:.3f})", timing.speedup, timing.speedupLow, timing.speedupHigh)
                                 : fmt::format("{:.3f}", timing.speedup);
}

/// Remarks on the reliability of a time.
std::string remarks(const MeasureResult& r, const MeasureOptions& measuring)
{
    std::string text = measuring.check ? "correct" : "ok";
    text += r.why.empty() ? "" : ", " + r.why.message;
    text += r.isAnchor ? "; the baseline of the speed-ups" : "";
    for (const Sentence& remark : timingRemarks(r.timing)) {
        text += "; " + remark.message;
    }
    return text;
}

Exit show(const Output& output, const Task& task, const std::vector<int64_t>& indexes, const std::vector<MeasureResult>& results,
          const MeasureOptions& measuring, const Sentence& disturbed)
{
    Table table = Table({{"index", "config", "{}"},
                         {"gflops", "GFLOPS (AutoTVM)", "{:.2f}"},
                         {"", "ms", "{}"},
                         {"", "speed-up", "{}"},
                         {"", "ms now", "{}"},
                         {"", "spread", "{:.1f} %", 100},
                         {"", "pace", "{:.0f} %", 100},
                         {"message", "result"}})
                      .withIds({"costs", "error_no", "build_seconds", "run_seconds", "is_anchor"});
    bool allWorked = true;
    for (size_t i = 0; i < results.size(); ++i) {
        const MeasureResult& r = results[i];
        const Timing& t = r.timing;
        const bool worked = r.error == MeasureError::None;
        allWorked = allWorked && worked;
        const double spread =
            worked && t.candidate.size() > 3 ? (quantile(t.candidate, 0.75) - quantile(t.candidate, 0.25)) / t.secondsNow : 0;
        table.add({indexes[i], worked ? task.autotvmFlops / r.meanCost() / 1e9 : 0.0, worked ? milliseconds(r.meanCost()) : "-",
                   worked ? speedupText(t) : "-", worked && t.secondsNow > 0 ? milliseconds(t.secondsNow) : "-",
                   positiveCell(spread), positiveCell(worked ? t.pace : 0),
                   TableCell(r.why.message, worked ? remarks(r, measuring) : fmt::format("{}: {}", errorText(r.error), r.why)),
                   r.costs, static_cast<int>(r.error), r.buildSeconds, r.runSeconds, r.isAnchor});
    }
    nlohmann::json list = table.toJson();
    for (size_t i = 0; i < results.size(); ++i) {
        list[i].update(nlohmann::json(results[i].timing));
    }
    output.answer({{"results", list}, {"disturbed", sentenceOrNull(disturbed)}, {"flops_counted", "autotvm"}},
                  table.toText() + disturbedText(disturbed)
                      + "GFLOPS and ms are those of the machine at its full speed; the speed-up is relative to the untuned "
                        "config. ms now: the median as it ran, with the\nspread of its middle half, while the machine ran at the "
                        "given share (pace) of its full speed.\n");
    return allWorked ? Exit::Success : Exit::Failure;
}

Result<Exit> measure(const Output& output, const std::string& argument, const TaskOptions& options,
                     const std::vector<int64_t>& indexes, const MeasureOptions& measuring, bool emulate)
{
    CodeWorker compiler;
    const auto task = TRY(readTask(argument, options, compiler));
    std::vector<ConfigEntity> entities;
    for (const int64_t index : indexes) {
        entities.push_back(TRY(task.space.at(index)));
    }
    TRY(checkMeasuring(output, task.target, measuring));
    if (emulate) {
        return runEmulated(output, task, entities, indexes, measuring);
    }
    MeasureOptions thorough = measuring;
    thorough.thorough = measuring.paired;
    const auto measurer = TRY(makeMeasurer(task.target, thorough));
    TRY(measurer->accepts(task));
    const Sentence before = warnIfDisturbed(output, *measurer);
    const auto results = TRY(measureAll(*measurer, task, entities));
    return show(output, task, indexes, results, measuring, before.empty() ? measurer->otherMeasurerWarning() : before);
}

} // namespace

Sentence warnIfDisturbed(const Output& output, const Measurer& measurer)
{
    const Sentence disturbed = measurer.loadWarning();
    if (!disturbed.empty()) {
        output.note("knobscope-cli: " + disturbed.message);
    }
    return disturbed;
}

Result<void> checkMeasuring(const Output& output, const Target& target, const MeasureOptions& options)
{
    if (target.hasKey("gpu")) {
        return {};
    }
    if (!options.device.empty()) {
        return fail(ErrorCode::InvalidArgument, "--device {} names a GPU, but '{}' is a CPU target; use --target cuda",
                    options.device, target.text);
    }
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    if (cores > 0 && options.threads > cores) {
        output.note(fmt::format("knobscope-cli: {} threads are more than this machine's {} cores, so the times are unreliable",
                                options.threads, cores));
    }
    return {};
}

void addWorkerFlags(CLI::App& command, MeasureOptions& options)
{
    for (const OptionField<MeasureOptions>& field : measureFields()) {
        if (field.id == "builders" || field.id == "memory") {
            addFlag(command, field, options);
        }
    }
}

void addMeasureFlags(CLI::App& command, MeasureOptions& options)
{
    for (const OptionField<MeasureOptions>& field : measureFields()) {
        addFlag(command, field, options);
    }
}

void addMeasureCommand(CLI::App& app, const Output& output, Action& action)
{
    auto argument = std::make_shared<std::string>();
    auto options = std::make_shared<TaskOptions>();
    auto indexes = std::make_shared<std::vector<int64_t>>();
    auto measuring = std::make_shared<MeasureOptions>();
    CLI::App* command = app.add_subcommand("measure", "Build and time configs");
    command->add_option("TASK", *argument, kTaskForms)->required();
    command->add_option("INDEX", *indexes, "Config numbers")->required()->check(isConfigNumber);
    addTaskOptions(*command, *options);
    auto emulate = std::make_shared<bool>(false);
    command->add_flag("--emulate", *emulate,
                      "Run GPU configs on the CPU in several thread orders, to check their results; speed is not measured");
    addMeasureFlags(*command, *measuring);
    whenChosen(*command, action, [=, &output] { return measure(output, *argument, *options, *indexes, *measuring, *emulate); });
}

} // namespace knobscope::cli
