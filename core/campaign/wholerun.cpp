// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/campaign/wholerun.h"

#include "core/loop/bestconfigs.h"
#include "core/stats/statistics.h"
#include "core/store/meta.h"
#include "core/task/host.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t kConfigsATask = 128; // of which those with distinct layouts count
constexpr size_t kMostKept = 500;

std::string wholeRunsKey(const std::string& network, const Target& target, int threads)
{
    return fmt::format("whole runs of {} on {} with {} threads", network, target.text, threads);
}

std::string seenKernelsKey(const WholeNetwork& network)
{
    return fmt::format("kernels seen in {} on {} with {} threads", network.network, network.target.text, network.threads);
}

} // namespace

Result<NetworkOpening> openingOf(const WholeNetwork& network, Project* project)
{
    auto opening = TRY(openingAlone(network, project));
    if (project) {
        const auto seen = TRY(keptSeenKernels(*project, network));
        opening.known = withSeen(std::move(opening.known), seen);
    }
    return opening;
}

Result<std::vector<SeenKernel>> keptSeenKernels(Project& project, const WholeNetwork& network)
{
    const auto kept = TRY(metaValue(project, seenKernelsKey(network)));
    return seenFromJson(kept);
}

std::pair<std::string, nlohmann::json> seenKernelsToKeep(const WholeNetwork& network, std::span<const SeenKernel> seen)
{
    return {seenKernelsKey(network), seenToJson(seen)};
}

Result<NetworkOpening> openingAlone(const WholeNetwork& network, Project* project)
{
    if (network.target.hasKey("gpu")) {
        return fail(ErrorCode::Unsupported, "Networks run on this machine's CPU; '{}' is a GPU's", network.target.text);
    }
    TRY(checkRunsHere(network.target));
    NetworkOpening opening{network.network, network.shapes, network.target.text, network.threads};
    opening.held = network.held;
    if (!project) {
        return opening;
    }
    const auto configs = TRY(bestConfigs(*project, network.target, network.threads, kConfigsATask));
    const auto transforms = TRY(metaValue(*project, transformsKey(network.target.text, network.threads)));
    opening.known = configsToJson(configs);
    opening.transforms = transformsFromJson(transforms);
    return opening;
}

Result<std::vector<double>> timeWarm(NetworkRunner& runner, int runs, const std::atomic<bool>* stop)
{
    TRY(runner.time(std::max(1, runs / 4), stop));
    return runner.time(runs, stop);
}

Result<int> runsWithin(NetworkRunner& runner, double wanted, const std::atomic<bool>* stop)
{
    const auto first = TRY(runner.time(3, stop));
    return static_cast<int>(std::clamp(wanted / std::max(1e-9, quantile(first, 0.5)), 5.0, 100.0));
}

Result<std::vector<WholeRun>> keptWholeRuns(Project& project, const std::string& network, const Target& target, int threads)
{
    const auto kept = TRY(metaValue(project, wholeRunsKey(network, target, threads)));
    std::vector<WholeRun> runs;
    for (const auto& one : kept.is_array() ? kept : nlohmann::json::array()) {
        const auto isNumber = [](const nlohmann::json& part) { return part.is_number(); };
        if (one.is_array() && one.size() == 5 && std::ranges::all_of(one, isNumber) && one[3].is_number_integer()
            && one[1].get<double>() > 0) {
            runs.push_back(
                {one[0].get<double>(), one[1].get<double>(), one[2].get<double>(), one[3].get<int64_t>(), one[4].get<double>()});
        }
    }
    return runs;
}

std::pair<std::string, nlohmann::json> wholeRunsToKeep(const std::string& network, const Target& target, int threads,
                                                       std::span<const WholeRun> runs)
{
    nlohmann::json list = nlohmann::json::array();
    for (const WholeRun& run : runs.last(std::min(runs.size(), kMostKept))) {
        list.push_back({run.at, run.seconds, run.predictedSeconds, run.trials, run.elapsed});
    }
    return {wholeRunsKey(network, target, threads), std::move(list)};
}

} // namespace knobscope
