// SPDX-License-Identifier: GPL-3.0-or-later
// Runs whole networks and reports the time of the network and of its parts.
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/opennetwork.h"

#include "core/network/modelfile.h"
#include "core/store/filehead.h"
#include "core/study/networkfindings.h"
#include "core/study/stepgroup.h"
#include "core/target/machineprofile.h"
#include "core/tuning/networktime.h"
#include "core/tuning/networktrace.h"
#include "core/tuning/runrecord.h"
#include "core/tuning/stepbound.h"
#include "core/tuning/stepcomparison.h"
#include "core/tuning/wholerun.h"

#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>
#include <numeric>

namespace knobscope::cli {

namespace {

constexpr std::string_view kUntuned = "untuned"; // in place of a project

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

/// What a project's last run of the same kernels on this machine says about the time; empty: nothing.
Result<Sentence> remarkOnOtherRun(const NetworkFlags& flags, const OpenNetwork& network, const NetworkTime& time)
{
    if (flags.project.empty()) {
        return Sentence();
    }
    auto project = TRY(Project::open(flags.project, Project::Mode::ReadOnly));
    const auto before = TRY(storedRunRecord(project, storedAs(network)));
    return before && before->machine == thisMachine().cpu ? otherTimeSentence({network.report, time, {}, {}}, before->profile)
                                                          : Sentence();
}

Result<Exit> run(const Output& output, const NetworkFlags& flags)
{
    auto network = TRY(openNetwork(output, flags));
    const auto check = TRY(checked(output, flags, network));
    if (check && !check->isCorrect()) {
        return showWrong(output, network.report, *check);
    }
    const int runs = flags.hasRuns ? flags.runs : TRY(runsOfASecond(network.runner, flags.runs));
    const NetworkTime time = timeOf(TRY(timeWarm(network.runner, runs)));
    recheckLoad(network);
    const Sentence remark = TRY(remarkOnOtherRun(flags, network, time));
    const auto memory = TRY(network.runner.memory());
    const Answer precision = TRY(compareWithFloat32(output, network, flags.runs));
    nlohmann::json document = reportToJson(network.report);
    document["operators"] = network.report.steps.size();
    if (network.report.tuned == 0) { // transforms without tuned kernels are no prediction
        document["predicted_seconds"] = document["free_seconds"] = document["per_layer_best_seconds"] = nullptr;
    }
    document["milliseconds"] = {{"min", time.least * 1e3},
                                {"p25", time.lowerQuartile * 1e3},
                                {"median", time.seconds * 1e3},
                                {"interval", {time.low * 1e3, time.high * 1e3}}};
    document["clock_ratio"] = time.clockRatio;
    document["runs"] = runs;
    document["memory_bytes"] = memory;
    document["disturbed"] = sentenceOrNull(network.disturbed);
    document["remark"] = sentenceOrNull(remark);
    document["precision"] = precision.json;
    document["checked"] = check.has_value();
    document["error"] = check ? nlohmann::json(check->error) : nlohmann::json();
    document["mismatched"] = check ? nlohmann::json(check->mismatched) : nlohmann::json();
    document["excused"] = check ? nlohmann::json(check->excused) : nlohmann::json();
    output.answer(
        document,
        describe(network.report) + timeSentence(time, flags.threads).message + (remark.empty() ? "" : " " + remark.message)
            + phrase(" {} (run|runs) in {:.1f} MB of memory; {}\n", runs, megabytes(memory),
                     check ? fmt::format("correct (max. error {:.1e} of the largest output)", check->error) : "not checked")
                  .message
            + precision.text + disturbedText(network.disturbed));
    return Exit::Success;
}

Result<Exit> profile(const Output& output, const NetworkFlags& flags, const std::string& trace)
{
    auto network = TRY(openNetwork(output, flags));
    const auto check = TRY(checked(output, flags, network));
    if (check) {
        TRY(checkCorrect(*check));
    }
    const bool isKept = check && !flags.project.empty();
    const auto samples = TRY(isKept ? timeWarm(network.runner, flags.runs) : Result<NetworkSamples>());
    TRY(isKept ? Result<std::vector<double>>() : network.runner.time(std::max(1, flags.runs / 4)));
    const auto seconds = TRY(network.runner.profile(flags.runs));
    recheckLoad(network);
    TRY(trace.empty() ? Result<void>() : writeNetworkTrace(trace, network.report, seconds));
    const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const auto measured = networkLimits(network.report, seconds, flags.worker);
    if (!measured) {
        output.note("knobscope-cli: " + measured.error().message);
    }
    const auto limits = measured ? std::optional(*measured) : std::nullopt;
    if (isKept) {
        const NetworkProfile kept{network.report, timeOf(samples), seconds, limits};
        TRY(storeRun(flags.project, storedAs(network), kept, check->error, !network.disturbed.empty()));
    }
    const Table table = stepTable(network.report, seconds, limits);
    const Table groups = stepGroupTable(network.report, seconds, limits);
    const Sentence withoutTemplate = withoutTemplateSentence(network.report, seconds);
    const Answer precision = TRY(compareWithFloat32(output, network, flags.runs));
    nlohmann::json findings = nlohmann::json::array();
    std::string found;
    for (const NetworkFinding& finding : networkFindings(network.report, seconds, limits)) {
        findings.push_back(networkFindingToJson(finding));
        found += fmt::format("{} {} {}\n", finding.text, finding.change, finding.evidence);
    }
    return output.answer({{"network", network.report.network},
                          {"threads", flags.threads},
                          {"milliseconds", sum * 1e3},
                          {"disturbed", sentenceOrNull(network.disturbed)},
                          {"checked", check.has_value()},
                          {"error", check ? nlohmann::json(check->error) : nlohmann::json()},
                          {"steps", table.toJson()},
                          {"groups", groups.toJson()},
                          {"findings", findings},
                          {"peak", limits ? nlohmann::json(limits->peak) : nlohmann::json()},
                          {"without_template", withoutTemplate.message},
                          {"precision", precision.json},
                          {"flops_counted", "plain"}},
                         describe(network.report) + table.toText() + "\n" + groups.toText() + "\n"
                             + (withoutTemplate.empty() ? "" : withoutTemplate.message + "\n") + found
                             + fmt::format("sum {:.3f} ms; the result is {}\n", sum * 1e3, check ? "correct" : "not checked")
                             + precision.text + disturbedText(network.disturbed));
}

/// Both states of the network step by step: `before` is the other project's, or the untuned network.
Result<Exit> profileAgainst(const Output& output, const NetworkFlags& flags, const std::string& against)
{
    NetworkFlags others = flags;
    others.project = against == kUntuned ? std::string() : against;
    auto before = TRY(openNetwork(output, others));
    auto after = TRY(openNetwork(output, flags));
    for (OpenNetwork* network : {&before, &after}) {
        const auto check = TRY(checked(output, flags, *network));
        TRY(check ? checkCorrect(*check) : Result<void>());
    }
    const auto seconds = TRY(profileInTurn(std::array{&before.runner, &after.runner}, flags.runs));
    const std::vector<double>&was = seconds[0], &is = seconds[1];
    recheckLoad(after);
    const double sumBefore = std::accumulate(was.begin(), was.end(), 0.0);
    const double sumAfter = std::accumulate(is.begin(), is.end(), 0.0);
    const Table table = stepComparison({before.report, was}, {after.report, is});
    return output.answer({{"network", after.report.network},
                          {"threads", flags.threads},
                          {"before", {{"project", against}, {"milliseconds", sumBefore * 1e3}}},
                          {"after", {{"project", flags.project}, {"milliseconds", sumAfter * 1e3}}},
                          {"steps", table.toJson()},
                          {"checked", !flags.skipsCheck},
                          {"disturbed", sentenceOrNull(after.disturbed)}},
                         table.toText()
                             + fmt::format("sum {:.3f} ms, before {:.3f} ms ({:+.1f} %)\n", sumAfter * 1e3, sumBefore * 1e3,
                                           100 * (sumAfter / sumBefore - 1))
                             + disturbedText(after.disturbed));
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
    const auto shapes = TRY(readShapes(flags.options, flags.network));
    const auto model = TRY(openModelNetwork(flags.network, shapes));
    TRY(writeOnnx(model.imported, file));
    return output.answer({{"network", model.network.id()}, {"file", file}}, file + "\n");
}

} // namespace

void addNetworkRunCommands(CLI::App& network, const Output& output, Action& action)
{
    auto flags = std::make_shared<NetworkFlags>();
    CLI::App* running = network.add_subcommand("run", "Run a network and check its result; exit code 1 if the result is wrong");
    addNetworkFlags(*running, *flags);
    addPrecisionFlags(*running, flags->precision);
    addCheckFlag(*running, *flags);
    whenChosen(*running, action, [=, &output] { return run(output, *flags); });

    CLI::App* profiling = network.add_subcommand("profile", "Check a network and show how long each of its steps takes");
    addNetworkFlags(*profiling, *flags);
    addPrecisionFlags(*profiling, flags->precision);
    addCheckFlag(*profiling, *flags);
    auto trace = std::make_shared<std::string>();
    profiling->add_option("--trace", *trace, "Also write the steps as a trace (*.json, *.json.gz) for the timeline");
    auto against = std::make_shared<std::string>();
    profiling->add_option("--against", *against,
                          "Show each step beside that with another project's configs ('untuned': none), timed in turn");
    whenChosen(*profiling, action, [=, &output]() -> Result<Exit> {
        if (!against->empty() && !trace->empty()) {
            return fail(ErrorCode::InvalidArgument, "A trace has the steps of one state; use --trace without --against");
        }
        return against->empty() ? profile(output, *flags, *trace) : profileAgainst(output, *flags, *against);
    });

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
