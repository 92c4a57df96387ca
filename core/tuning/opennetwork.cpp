// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/opennetwork.h"

#include "core/base/coreplan.h"
#include "core/store/meta.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace knobscope {

namespace {

constexpr double kMaxProfileSeconds = 30;

/// Returns true if the network has a tuned layer of which no kernel was ever profiled in it, not even the untuned one.
bool hasUnprofiledLayer(const NetworkReport& report, const std::vector<ProfiledKernel>& seen)
{
    return std::ranges::any_of(report.steps, [&](const NetworkStep& step) {
        return step.knownSeconds > 0
            && std::ranges::none_of(seen, [&](const ProfiledKernel& one) { return one.config.at(1) == step.config.at(1); });
    });
}

Result<void> keep(const Project& project, const WholeNetwork& network, const NetworkOpening& opening,
                  const std::vector<ProfiledKernel>& seen)
{
    auto writable = TRY(Project::open(project.path(), Project::Mode::ReadWrite));
    return setMetaValues(writable, {profileEntry(network, seen),
                                    {transformsKey(opening.target, opening.threads), nlohmann::json(opening.transforms)}});
}

/// Adds the profiled times of all kernels to the opening. `reference`: null if outputs are not compared.
Result<NetworkOpening> openProfiled(NetworkRunner& runner, const WholeNetwork& network, Project& project, NetworkOpening opening,
                                    NetworkReference* reference, const std::function<void(const Sentence&)>& onMessage,
                                    const std::atomic<bool>* stop)
{
    onMessage(phrase("Timing tuned and untuned kernels inside the network for the first time, to choose the faster ones"));
    auto unprofiled = TRY(openingWithoutProfile(network, &project));
    unprofiled.held.clear();
    unprofiled.usesCache = opening.usesCache;
    auto before = TRY(storedProfile(project, network));
    const auto seen = TRY(profileKernels(runner, unprofiled, std::move(before), kMaxProfileSeconds, stop, reference));
    opening.known = applyProfile(std::move(unprofiled.known), seen);
    opening.transforms = std::move(unprofiled.transforms);
    if (!reference) {
        return opening;
    }
    if (const auto kept = keep(project, network, opening, seen); !kept) {
        onMessage(phrase("The measured times are not kept for the next time: {}", kept.error()));
    }
    return opening;
}

} // namespace

Result<OpenNetwork> openNetwork(const WholeNetwork& wanted, const std::string& project, const NetworkOpenOptions& options,
                                const std::function<void(const Sentence&)>& onMessage, const std::atomic<bool>* stop)
{
    WholeNetwork network = wanted;
    std::optional<Project> known;
    std::vector<ProfiledKernel> seen;
    if (!project.empty()) {
        known = TRY(Project::open(project, Project::Mode::ReadOnly));
    }
    TRY(openingWithoutProfile(network, nullptr)); // rejects what cannot run here before starting a process
    const Sentence disturbed = loadWarning(allowedCores()); // before the worker adds to the load
    auto runner = TRY(NetworkRunner::start(network.worker));
    if (known) {
        TRY(identify(runner, network, stop));
        seen = TRY(storedProfile(*known, network));
    }
    auto opening = TRY(openingOf(network, known ? &*known : nullptr));
    if (opening.isKept && !options.usesKept) {
        opening = TRY(openingWithoutProfile(network, &*known));
        opening.known = applyProfile(std::move(opening.known), seen);
    } else if (opening.isKept) {
        onMessage(phrase("The last tuning did not make the network faster; it runs with its earlier kernels"));
    }
    opening.usesCache = options.usesCache;
    NetworkReference reference;
    auto report = TRY(runner.open(opening, stop));
    if (!disturbed.empty()) {
        onMessage(disturbed);
    }
    if (known && hasUnprofiledLayer(report, seen)) {
        opening = TRY(
            openProfiled(runner, network, *known, std::move(opening), options.checks ? &reference : nullptr, onMessage, stop));
        runner = TRY(NetworkRunner::start(network.worker)); // a new process, free of the memory that profiling used
        report = TRY(runner.open(opening, stop));
    }
    return OpenNetwork{std::move(runner),   std::move(opening), std::move(report),
                       network.fingerprint, disturbed,          std::move(reference)};
}

void recheckLoad(OpenNetwork& network)
{
    network.disturbed = network.disturbed.empty() ? findOtherMeasurer("cpu") : network.disturbed;
}

Result<NetworkProfile> profileNetwork(OpenNetwork& network, double wanted, const std::atomic<bool>* stop)
{
    const auto runs = TRY(runsWithin(network.runner, wanted, stop));
    const auto samples = TRY(timeWarm(network.runner, runs, stop));
    auto steps = TRY(network.runner.profile(runs, stop));
    return NetworkProfile{network.report, timeOf(samples), std::move(steps), {}};
}

} // namespace knobscope
