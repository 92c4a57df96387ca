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
    nlohmann::json list = nlohmann::json::array();
    TextTable table({">config", ">kernels", ">barriers", ">relative error", "emulated"});
    bool allRight = true;
    for (size_t i = 0; i < results.size(); ++i) {
        const EmulatedResult& r = results[i];
        const bool right = r.error == MeasureError::None;
        allRight = allRight && right;
        const std::string limit = violatedLimit(task, entities[i]).message;
        list.push_back({{"index", indexes[i]},
                        {"emulated", true},
                        {"error_no", static_cast<int>(r.error)},
                        {"message", r.why.message},
                        {"relative_error", r.relativeError},
                        {"kernels", r.kernels},
                        {"barriers", r.barriers},
                        {"seconds", r.seconds},
                        {"limit", limit.empty() ? nlohmann::json() : nlohmann::json(limit)}});
        table.add({std::to_string(indexes[i]), right ? std::to_string(r.kernels) : "-", right ? std::to_string(r.barriers) : "-",
                   right ? fmt::format("{:.1e}", r.relativeError) : "-",
                   (right ? "correct" : fmt::format("{}: {}", errorText(r.error), r.why))
                       + (limit.empty() ? "" : ", but it does not run on the target's card: " + limit)});
    }
    output.answer({{"results", list}}, table.text());
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
    const Timing& t = r.timing;
    std::string text = measuring.check ? "correct" : "ok";
    text += r.why.empty() ? "" : ", " + r.why.message;
    text += r.isAnchor ? "; the baseline of the speed-ups" : "";
    if (const auto levels = twoLevels(t.candidate)) {
        text += fmt::format("; two levels: {} ms and, {:.0f} % of the time, {} ms (the clock speed changed)",
                            milliseconds(levels->low), levels->highShare * 100, milliseconds(levels->high));
    }
    if (speedupUncertainty(t) > 0) {
        text += fmt::format("; after {} pairs the speed-up is known to {:.1f} % only (unsteady machine)", t.pairs,
                            speedupUncertainty(t) * 100);
    }
    return text;
}

Exit show(const Output& output, const Task& task, const std::vector<int64_t>& indexes, const std::vector<MeasureResult>& results,
          const MeasureOptions& measuring, const Sentence& disturbed)
{
    nlohmann::json list = nlohmann::json::array();
    TextTable table({">config", ">GFLOPS (AutoTVM)", ">ms", ">speed-up", ">ms now", ">spread", ">pace", "result"});
    bool allWorked = true;
    for (size_t i = 0; i < results.size(); ++i) {
        const MeasureResult& r = results[i];
        const Timing& t = r.timing;
        const bool worked = r.error == MeasureError::None;
        const double gflops = worked ? task.autotvmFlops / r.meanCost() / 1e9 : 0;
        allWorked = allWorked && worked;
        nlohmann::json row{{"index", indexes[i]},
                           {"costs", r.costs},
                           {"gflops", gflops},
                           {"error_no", static_cast<int>(r.error)},
                           {"message", r.why.message},
                           {"build_seconds", r.buildSeconds},
                           {"run_seconds", r.runSeconds},
                           {"is_anchor", r.isAnchor}};
        row.update(nlohmann::json(t));
        list.push_back(std::move(row));
        if (!worked) {
            table.add(
                {std::to_string(indexes[i]), "0.00", "-", "-", "-", "-", "-", fmt::format("{}: {}", errorText(r.error), r.why)});
            continue;
        }
        const double spread =
            t.candidate.size() > 3 ? (quantile(t.candidate, 0.75) - quantile(t.candidate, 0.25)) / t.secondsNow * 100 : 0;
        table.add({std::to_string(indexes[i]), fmt::format("{:.2f}", gflops), milliseconds(r.meanCost()), speedupText(t),
                   t.secondsNow > 0 ? milliseconds(t.secondsNow) : "-", spread > 0 ? fmt::format("{:.1f} %", spread) : "-",
                   t.pace > 0 ? fmt::format("{:.0f} %", t.pace * 100) : "-", remarks(r, measuring)});
    }
    output.answer({{"results", list}, {"disturbed", sentenceOrNull(disturbed)}, {"flops_counted", "autotvm"}},
                  table.text() + disturbedText(disturbed)
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
