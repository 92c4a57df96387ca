// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whole networks and reports the time of the network and of its parts.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/opennetwork.h"

#include "core/base/statistics.h"
#include "core/network/modelfile.h"
#include "core/store/filehead.h"
#include "core/tuning/networktrace.h"
#include "core/tuning/wholerun.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace knobscope::cli {

namespace {

double megabytes(int64_t bytes)
{
    return static_cast<double>(bytes) / 1e6;
}

std::string describe(const NetworkReport& report)
{
    return phrase(
               "{}: {} (step|steps), {} (kernel|kernels); {} (sum|sums) of products with recorded configs, {} untuned; weights "
               "{:.1f} MB, values and scratch {:.1f} MB; read in {:.2f} s, compiled in {:.2f} s ({} of them from the cache){}\n",
               report.network, report.steps.size(), report.kernels, report.tuned, report.untuned, megabytes(report.weightBytes),
               megabytes(report.arenaBytes), report.openSeconds, report.compileSeconds, report.cachedKernels,
               report.cacheError.empty() ? "" : "\n" + report.cacheError)
        .message;
}

/// Differences from a reference evaluation of the definition; nullopt if the check is skipped.
Result<std::optional<NetworkCheck>> checked(const Output& output, const NetworkFlags& flags, OpenNetwork& network)
{
    output.note(fmt::format("{} is compiled; {}", network.report.network,
                            flags.skipsCheck ? "timing it" : "checking the result against a reference; this may take a while"));
    if (flags.skipsCheck) {
        return std::nullopt;
    }
    return TRY(network.runner.check(nullptr, &network.reference));
}

/// Reports a network with incorrect results, without its time, which would be meaningless.
Exit showWrong(const Output& output, const NetworkReport& report, const NetworkCheck& check)
{
    nlohmann::json document = reportToJson(report);
    document["operators"] = report.steps.size();
    document["milliseconds"] = nullptr;
    document["checked"] = false;
    document["error"] = check.error;
    document["mismatched"] = check.mismatched;
    document["excused"] = check.excused;
    output.answer(document, describe(report) + "Incorrect: " + checkCorrect(check).error().message + "\n");
    return Exit::Failure;
}

Result<Exit> run(const Output& output, const NetworkFlags& flags)
{
    auto network = TRY(openNetwork(output, flags));
    const auto check = TRY(checked(output, flags, network));
    if (check && !check->isCorrect()) {
        return showWrong(output, network.report, *check);
    }
    const auto seconds = TRY(timeWarm(network.runner, flags.runs));
    recheckLoad(network);
    const auto memory = TRY(network.runner.memory());
    const double least = *std::ranges::min_element(seconds);
    const double quarter = quantile(seconds, 0.25);
    const double median = quantile(seconds, 0.5);
    nlohmann::json document = reportToJson(network.report);
    document["operators"] = network.report.steps.size();
    if (network.report.tuned == 0) { // transforms without tuned kernels are no prediction
        document["predicted_seconds"] = document["free_seconds"] = document["per_layer_best_seconds"] = nullptr;
    }
    document["milliseconds"] = {{"min", least * 1e3}, {"p25", quarter * 1e3}, {"median", median * 1e3}};
    document["runs"] = flags.runs;
    document["memory_bytes"] = memory;
    document["disturbed"] = sentenceOrNull(network.disturbed);
    document["checked"] = check.has_value();
    document["error"] = check ? nlohmann::json(check->error) : nlohmann::json();
    document["mismatched"] = check ? nlohmann::json(check->mismatched) : nlohmann::json();
    document["excused"] = check ? nlohmann::json(check->excused) : nlohmann::json();
    output.answer(document, describe(network.report)
                                + phrase("{:.3f} ms (minimum {:.3f}, first quartile {:.3f}) for {} (run|runs) on {} "
                                         "(thread|threads), in {:.1f} MB of memory; {}\n",
                                         median * 1e3, least * 1e3, quarter * 1e3, flags.runs, flags.threads, megabytes(memory),
                                         check ? fmt::format("correct (max. error {:.1e} of the largest output)", check->error)
                                               : "not checked")
                                      .message
                                + disturbedText(network.disturbed));
    return Exit::Success;
}

Result<Exit> profile(const Output& output, const NetworkFlags& flags, const std::string& trace)
{
    auto network = TRY(openNetwork(output, flags));
    const auto check = TRY(checked(output, flags, network));
    if (check) {
        TRY(checkCorrect(*check));
    }
    TRY(network.runner.time(std::max(1, flags.runs / 4)));
    const auto seconds = TRY(network.runner.profile(flags.runs));
    recheckLoad(network);
    TRY(trace.empty() ? Result<void>() : writeNetworkTrace(trace, network.report, seconds));
    const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const nlohmann::json reported = reportToJson(network.report);
    Table table = Table({{"name", "step"},
                         {"milliseconds", "ms", "{:.4f}"},
                         {"share", "share", "{:.1f} %", 100},
                         {"gflops", "GFLOPS", "{:.1f}"},
                         {"layout", "layout"},
                         {"op", "operators"},
                         {"task", "template"}})
                      .withIds({"kind", "known_milliseconds", "alternatives", "chosen"});
    for (size_t s = 0; s < seconds.size(); ++s) {
        const NetworkStep& step = network.report.steps[s];
        const std::string kernel = step.kind == "operator" ? "(by definition)" : step.task.empty() ? "-" : step.task;
        table.add({TableCell(step.name, quotedName(step.name)), seconds[s] * 1e3, sum > 0 ? seconds[s] / sum : 0.0,
                   positiveCell(seconds[s] > 0 ? step.flops / seconds[s] / 1e9 : 0), step.layout, step.op,
                   TableCell(step.task, kernel), step.kind, step.knownSeconds * 1e3,
                   reported.at("steps").at(s).at("alternatives"), step.chosen});
    }
    return output.answer({{"network", network.report.network},
                          {"threads", flags.threads},
                          {"milliseconds", sum * 1e3},
                          {"disturbed", sentenceOrNull(network.disturbed)},
                          {"checked", check.has_value()},
                          {"error", check ? nlohmann::json(check->error) : nlohmann::json()},
                          {"steps", table.toJson()},
                          {"flops_counted", "plain"}},
                         describe(network.report) + table.toText()
                             + fmt::format("sum {:.3f} ms; the result is {}\n", sum * 1e3, check ? "correct" : "not checked")
                             + disturbedText(network.disturbed));
}

Result<Exit> exportNetwork(const Output& output, const NetworkFlags& flags, const std::string& folder)
{
    auto network = TRY(openNetwork(output, flags));
    const std::filesystem::path file(network.report.network);
    const auto name = TRY(network.runner.exportTo(file.extension() == ".onnx" ? file.stem().string() : file.string(),
                                                  std::filesystem::absolute(folder).string()));
    return output.answer({{"network", network.report.network}, {"name", name}, {"folder", folder}},
                         fmt::format("{0}: {1}.h, {1}.c, lib{1}.a, {1}.weights and main.c\n", folder, name));
}

Result<Exit> exportOnnx(const Output& output, const NetworkFlags& flags, const std::string& file)
{
    TRY(refuseDatabase(file));
    const auto shapes = TRY(readShapes(flags.options.shapes));
    const auto model = TRY(openModelNetwork(flags.network, shapes));
    TRY(writeOnnx(model.imported.graph, file));
    return output.answer({{"network", model.network.id()}, {"file", file}}, file + "\n");
}

} // namespace

void addNetworkRunCommands(CLI::App& network, const Output& output, Action& action)
{
    auto flags = std::make_shared<NetworkFlags>();
    CLI::App* running = network.add_subcommand("run", "Run a network and check its result; exit code 1 if the result is wrong");
    addNetworkFlags(*running, *flags);
    addCheckFlag(*running, *flags);
    whenChosen(*running, action, [=, &output] { return run(output, *flags); });

    CLI::App* profiling = network.add_subcommand("profile", "Check a network and show how long each of its steps takes");
    addNetworkFlags(*profiling, *flags);
    addCheckFlag(*profiling, *flags);
    auto trace = std::make_shared<std::string>();
    profiling->add_option("--trace", *trace, "Also write the steps as a trace (*.json, *.json.gz) for the timeline");
    whenChosen(*profiling, action, [=, &output] { return profile(output, *flags, *trace); });

    auto folder = std::make_shared<std::string>();
    CLI::App* exporting = network.add_subcommand("export", "Write a library that runs a network without this program");
    addNetworkFlags(*exporting, *flags);
    auto file = std::make_shared<std::string>();
    exporting->add_option("--to", *folder, "Folder to write");
    exporting->add_option("--onnx", *file, "Write the network as an ONNX file instead, as the passes left it");
    whenChosen(*exporting, action, [=, &output]() -> Result<Exit> {
        if (file->empty() == folder->empty()) {
            return fail(ErrorCode::InvalidArgument, "There is no output; use --to FOLDER for code, or --onnx FILE for a model");
        }
        return file->empty() ? exportNetwork(output, *flags, *folder) : exportOnnx(output, *flags, *file);
    });
}

} // namespace knobscope::cli
