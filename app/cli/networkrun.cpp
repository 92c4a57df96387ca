// SPDX-License-Identifier: GPL-3.0-or-later
// Running whole networks: how long they take, and what of them takes how long.
#include "app/cli/commands.h"
#include "app/cli/modeloptions.h"
#include "app/cli/taskargument.h"

#include "core/loop/bestconfigs.h"
#include "core/network/networkrunner.h"
#include "core/stats/statistics.h"
#include "core/task/host.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

struct RunFlags {
    std::string network;
    std::string project;
    std::string worker;
    TaskOptions options; ///< target and shapes
    int threads = 1;
    int runs = 50;
    bool skipCheck = false;
};

/// A network that is open in its worker.
struct OpenNetwork {
    NetworkRunner runner;
    NetworkReport report;
};

Result<nlohmann::json> knownOf(const RunFlags& flags, const Target& target)
{
    if (flags.project.empty()) {
        return nlohmann::json::array();
    }
    auto project = Project::open(flags.project, Project::Mode::ReadOnly);
    if (!project) {
        return fail(project);
    }
    const auto configs = bestConfigs(*project, target, flags.threads);
    return configs ? Result<nlohmann::json>(configsToJson(*configs)) : fail(configs);
}

Result<OpenNetwork> open(const RunFlags& flags)
{
    CodeWorker compiler;
    const auto shapes = readShapes(flags.options.shapes);
    const auto target = readTarget(flags.options.target, compiler);
    if (!shapes || !target) {
        return shapes ? fail(target) : fail(shapes);
    }
    if (target->hasKey("gpu")) {
        return fail(ErrorCode::Unsupported, "Networks run on this machine's CPU; '{}' is a GPU's", target->text);
    }
    if (auto runs = checkRunsHere(*target); !runs) {
        return fail(runs);
    }
    auto known = knownOf(flags, *target);
    if (!known) {
        return fail(known);
    }
    auto runner = NetworkRunner::start(flags.worker);
    if (!runner) {
        return fail(runner);
    }
    NetworkOpening opening{flags.network, {}, target->text, flags.threads, std::move(*known)};
    for (const auto& [name, shape] : shapes->shapes) {
        opening.shapes.emplace_back(name, shape);
    }
    auto report = runner->open(opening);
    if (!report) {
        return fail(report);
    }
    return OpenNetwork{std::move(*runner), std::move(*report)};
}

double megabytes(int64_t bytes)
{
    return static_cast<double>(bytes) / 1e6;
}

std::string describe(const NetworkReport& report)
{
    return fmt::format("{}: {} steps, {} kernels; {} sums of products by recorded configs, {} untuned; weights {:.1f} MB, values "
                       "{:.1f} MB, scratch {:.1f} MB; read in {:.2f} s, compiled in {:.2f} s\n",
                       report.network, report.steps.size(), report.kernels, report.tuned, report.untuned,
                       megabytes(report.weightBytes), megabytes(report.arenaBytes), megabytes(report.workspaceBytes),
                       report.openSeconds, report.compileSeconds);
}

/// The first quarter warms caches and clocks up.
Result<std::vector<double>> timed(OpenNetwork& network, int runs)
{
    if (auto warm = network.runner.time(std::max(1, runs / 4)); !warm) {
        return fail(warm);
    }
    return network.runner.time(runs);
}

Exit run(const Output& output, const RunFlags& flags)
{
    auto network = open(flags);
    if (!network) {
        return output.failure(network.error());
    }
    output.note(fmt::format("{} is compiled; {}", network->report.network,
                            flags.skipCheck ? "timing it" : "computing it by definition, to compare: may take a while"));
    std::optional<double> error;
    if (!flags.skipCheck) {
        const auto checked = network->runner.check();
        if (!checked) {
            return output.failure(checked.error());
        }
        error = *checked;
    }
    const auto seconds = timed(*network, flags.runs);
    if (!seconds) {
        return output.failure(seconds.error());
    }
    const bool isRight = !error || *error <= largestNetworkError;
    const double least = *std::min_element(seconds->begin(), seconds->end());
    if (output.isJson()) {
        nlohmann::json document = reportToJson(network->report);
        document["operators"] = network->report.steps.size();
        document["milliseconds"] = {
            {"min", least * 1e3}, {"p25", quantile(*seconds, 0.25) * 1e3}, {"median", quantile(*seconds, 0.5) * 1e3}};
        document["runs"] = flags.runs;
        document["checked"] = error && isRight;
        document["error"] = error ? nlohmann::json(*error) : nlohmann::json();
        output.document(document);
    } else {
        output.text(describe(network->report));
        output.text(fmt::format("{:.3f} ms (least {:.3f}, quarter {:.3f}) of {} runs on {} thread{}; {}\n",
                                quantile(*seconds, 0.5) * 1e3, least * 1e3, quantile(*seconds, 0.25) * 1e3, flags.runs,
                                flags.threads, flags.threads == 1 ? "" : "s",
                                !error    ? "not checked"
                                : isRight ? fmt::format("right: off by {:.1e} of the largest output at most", *error)
                                          : fmt::format("WRONG: off by {:.1e} of the largest output", *error)));
    }
    return isRight ? Exit::Success : Exit::Failure;
}

Exit profile(const Output& output, const RunFlags& flags)
{
    auto network = open(flags);
    if (!network) {
        return output.failure(network.error());
    }
    auto warm = network->runner.time(std::max(1, flags.runs / 4));
    const auto seconds = warm ? network->runner.profile(flags.runs) : warm;
    if (!seconds || seconds->size() != network->report.steps.size()) {
        return output.failure(seconds ? Error(ErrorCode::Corrupt, phrase("The worker's answer has another number of steps"))
                                      : seconds.error());
    }
    double sum = 0;
    for (const double one : *seconds) {
        sum += one;
    }
    nlohmann::json steps = nlohmann::json::array();
    TextTable table({"step", "ms", "share", "GFLOPS", "layout", "operators", "template"},
                    {false, true, true, true, false, false, false});
    for (size_t s = 0; s < seconds->size(); ++s) {
        const NetworkStep& step = network->report.steps[s];
        const double ms = (*seconds)[s] * 1e3;
        const double gflops = (*seconds)[s] > 0 ? step.flops / (*seconds)[s] / 1e9 : 0;
        steps.push_back({{"name", step.name},
                         {"op", step.op},
                         {"kind", step.kind},
                         {"layout", step.layout},
                         {"task", step.task},
                         {"milliseconds", ms},
                         {"share", sum > 0 ? (*seconds)[s] / sum : 0},
                         {"gflops", gflops},
                         {"known_milliseconds", step.knownSeconds * 1e3}});
        table.add({shownName(step.name), fmt::format("{:.4f}", ms),
                   fmt::format("{:.1f} %", sum > 0 ? (*seconds)[s] / sum * 100 : 0),
                   step.flops > 0 ? fmt::format("{:.1f}", gflops) : "-", step.layout, step.op,
                   step.kind == "operator" ? "(by definition)"
                   : step.task.empty()     ? "-"
                                           : step.task});
    }
    output.isJson() ? output.document({{"network", network->report.network},
                                       {"threads", flags.threads},
                                       {"milliseconds", sum * 1e3},
                                       {"steps", std::move(steps)},
                                       {"flops_counted", "plain"}})
                    : output.text(describe(network->report) + table.text() + fmt::format("sum {:.3f} ms\n", sum * 1e3));
    return Exit::Success;
}

void addFlags(CLI::App& command, const std::shared_ptr<RunFlags>& flags)
{
    command.add_option("NETWORK", flags->network, "A bundled network, or an .onnx file")->required();
    command.add_option("--project", flags->project, "Take the best configs of this project's runs (default: untuned)");
    command.add_option("--threads", flags->threads, "Threads (default: 1)")->check(CLI::Range(1, 256));
    command.add_option("--runs", flags->runs, "Timed runs (default: 50)")->check(CLI::Range(1, 100'000));
    command.add_option("--target", flags->options.target, "The CPU to compile for (default: this machine's)");
    command.add_option("--worker", flags->worker, "Path of knobscope-worker");
    addShapeOption(command, flags->options.shapes);
}

} // namespace

void addNetworkRunCommands(CLI::App& network, const Output& output, Action& action)
{
    auto flags = std::make_shared<RunFlags>();
    CLI::App* running = network.add_subcommand("run", "Run a network and check what it computes; exit code 1 when that is wrong");
    addFlags(*running, flags);
    running->add_flag("--no-check", flags->skipCheck, "Do not compute it by definition, which takes seconds to minutes");
    running->callback([=, &output, &action] { action = [=, &output] { return run(output, *flags); }; });

    CLI::App* profiling = network.add_subcommand("profile", "What of a network takes how long");
    addFlags(*profiling, flags);
    profiling->callback([=, &output, &action] { action = [=, &output] { return profile(output, *flags); }; });
}

} // namespace knobscope::cli
