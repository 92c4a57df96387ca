// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/opennetwork.h"

#include "app/cli/modeloptions.h"

#include "core/loop/bestconfigs.h"
#include "core/store/meta.h"
#include "core/task/host.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

constexpr size_t kConfigsATask = 64; // of which those with distinct layouts count

Result<void> takeProject(const NetworkFlags& flags, const Target& target, NetworkOpening& opening)
{
    auto project = Project::open(flags.project, Project::Mode::ReadOnly);
    if (!project) {
        return fail(project);
    }
    const auto configs = bestConfigs(*project, target, flags.threads, kConfigsATask);
    const auto transforms = metaValue(*project, transformsKey(target.text, flags.threads));
    if (!configs || !transforms) {
        return configs ? fail(transforms) : fail(configs);
    }
    opening.known = configsToJson(*configs);
    opening.transforms = transformsFromJson(*transforms);
    return {};
}

} // namespace

void addNetworkFlags(CLI::App& command, NetworkFlags& flags)
{
    command.add_option("NETWORK", flags.network, "A bundled network, or an .onnx file")->required();
    command.add_option("--project", flags.project, "Take the best configs of this project's runs (default: untuned)");
    command.add_option("--threads", flags.threads, "Threads (default: 1)")->check(CLI::Range(1, 256));
    command.add_option("--runs", flags.runs, "Timed runs (default: 50)")->check(CLI::Range(1, 100'000));
    command.add_option("--target", flags.options.target, "The CPU to compile for (default: this machine's)");
    command.add_option("--worker", flags.worker, "Path of knobscope-worker");
    addShapeOption(command, flags.options.shapes);
}

Result<NetworkOpening> openingOf(const NetworkFlags& flags)
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
    NetworkOpening opening;
    opening.network = flags.network;
    opening.target = target->text;
    opening.threads = flags.threads;
    for (const auto& [name, shape] : shapes->shapes) {
        opening.shapes.emplace_back(name, shape);
    }
    if (!flags.project.empty()) {
        if (auto taken = takeProject(flags, *target, opening); !taken) {
            return fail(taken);
        }
    }
    return opening;
}

Result<OpenNetwork> openNetwork(const NetworkFlags& flags)
{
    const auto opening = openingOf(flags);
    if (!opening) {
        return fail(opening);
    }
    auto runner = NetworkRunner::start(flags.worker);
    if (!runner) {
        return fail(runner);
    }
    auto report = runner->open(*opening);
    if (!report) {
        return fail(report);
    }
    return OpenNetwork{std::move(*runner), std::move(*report)};
}

} // namespace knobscope::cli
