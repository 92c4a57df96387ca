// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/wholerun.h"

#include "core/base/sha256.h"
#include "core/base/statistics.h"
#include "core/store/meta.h"
#include "core/target/host.h"
#include "core/tuning/bestconfigs.h"

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

constexpr size_t kConfigsPerTask = 128; // read per task; only those with distinct layouts count
constexpr size_t kMaxStoredRuns = 500;

constexpr std::string_view kWholeRunsKey = "whole runs of";
constexpr std::string_view kProfileKey = "kernels seen in";
constexpr std::string_view kProgramKey = "program kept for";

/// Identifies configs, without their times, which a later look may correct.
std::string digestOf(const nlohmann::json& results)
{
    std::set<std::string> configs; // the order may change with the times
    for (const nlohmann::json& one : results) {
        configs.insert(nlohmann::json{one.at("task"), one.at("args"), one.at("entity")}.dump());
    }
    return sha256(nlohmann::json(configs).dump());
}

std::string keyOf(std::string_view what, const std::string& which, const WholeNetwork& network)
{
    return fmt::format("{} {} on {} with {} threads", what, which, network.target.text, network.threads);
}

/// Reads the value stored under the fingerprint, else under the name, as earlier versions did for any shapes.
Result<nlohmann::json> storedValue(Project& project, std::string_view what, const WholeNetwork& network)
{
    if (!network.fingerprint.empty()) {
        auto kept = TRY(metaValue(project, keyOf(what, network.fingerprint, network)));
        if (!kept.is_null()) {
            return kept;
        }
    }
    return network.shapes.empty() && network.precision.precision == Precision::Float32
             ? metaValue(project, keyOf(what, network.network, network))
             : nlohmann::json();
}

std::optional<WholeRun> wholeRunFromJson(const nlohmann::json& json)
{
    const bool isList = json.is_array() && (json.size() == 5 || json.size() == 7);
    const auto isNumber = [](const nlohmann::json& part) { return part.is_number(); };
    if (!isList || !std::all_of(json.begin(), json.begin() + 5, isNumber) || !json[3].is_number_integer()
        || !(json[1].get<double>() > 0)) {
        return std::nullopt;
    }
    WholeRun run{json[0].get<double>(), json[1].get<double>(), json[2].get<double>(), json[3].get<int64_t>(),
                 json[4].get<double>()};
    if (json.size() == 7) {
        run.error = json[5].is_number() ? std::optional(json[5].get<double>()) : std::nullopt;
        run.isDisturbed = json[6] == true;
    }
    return run;
}

} // namespace

Result<void> identify(NetworkRunner& runner, WholeNetwork& network, const std::atomic<bool>* stop)
{
    network.fingerprint = TRY(runner.identify(network.network, network.shapes, network.precision, stop));
    return {};
}

Result<NetworkOpening> openingOf(const WholeNetwork& network, Project* project)
{
    auto opening = TRY(openingWithoutProfile(network, project));
    if (project) {
        const auto kept = network.held.empty() ? TRY(storedProgram(*project, network, opening.known)) : nlohmann::json();
        opening.isKept = kept.is_array();
        const auto seen = TRY(storedProfile(*project, network));
        opening.known = opening.isKept ? kept : applyProfile(std::move(opening.known), seen);
    }
    return opening;
}

Result<std::vector<ProfiledKernel>> storedProfile(Project& project, const WholeNetwork& network)
{
    const auto kept = TRY(storedValue(project, kProfileKey, network));
    return profileFromJson(kept);
}

std::pair<std::string, nlohmann::json> profileEntry(const WholeNetwork& network, std::span<const ProfiledKernel> seen)
{
    return {keyOf(kProfileKey, network.fingerprint, network), profileToJson(seen)};
}

Result<NetworkOpening> openingWithoutProfile(const WholeNetwork& network, Project* project)
{
    if (network.target.hasKey("gpu")) {
        return fail(ErrorCode::Unsupported, "Networks run on this machine's CPU, but '{}' is a GPU target", network.target.text);
    }
    TRY(checkRunsHere(network.target));
    NetworkOpening opening{network.network, network.shapes, network.target.text, network.threads};
    opening.held = network.held;
    opening.precision = network.precision;
    opening.inputs = network.inputs;
    if (!project) {
        return opening;
    }
    const auto configs = TRY(bestConfigs(*project, network.target, network.threads, kConfigsPerTask));
    const auto transforms = TRY(metaValue(*project, transformsKey(network.target.text, network.threads)));
    opening.known = configsToJson(configs);
    opening.transforms = fromJson<std::vector<TimedTransform>>(transforms);
    return opening;
}

Result<nlohmann::json> storedProgram(Project& project, const WholeNetwork& network, const nlohmann::json& results)
{
    const auto kept = TRY(storedValue(project, kProgramKey, network));
    const bool isValid = kept.is_object() && kept.value("results", nlohmann::json()) == digestOf(results)
                      && kept.value("known", nlohmann::json()).is_array();
    return isValid ? kept.at("known") : nlohmann::json();
}

std::pair<std::string, std::string> programEntry(const WholeNetwork& network, const nlohmann::json& results,
                                                 const nlohmann::json& known)
{
    const nlohmann::json value{{"results", digestOf(results)}, {"known", known}};
    return {keyOf(kProgramKey, network.fingerprint, network), known.is_null() ? std::string() : value.dump()};
}

Result<NetworkSamples> timeWarm(NetworkRunner& runner, int runs, const std::atomic<bool>* stop)
{
    TRY(runner.time(std::max(1, runs / 4), stop));
    return runner.sample(runs, stop);
}

Result<int> runsWithin(NetworkRunner& runner, double wanted, const std::atomic<bool>* stop)
{
    const auto first = TRY(runner.time(3, stop));
    return static_cast<int>(std::clamp(wanted / std::max(1e-9, quantile(first, 0.5)), 5.0, 100.0));
}

Result<int> runsOfASecond(NetworkRunner& runner, int fewest)
{
    constexpr double mostRuns = 20'000;
    const auto first = TRY(runner.time(3));
    return std::max(fewest, static_cast<int>(std::min(1 / std::max(1e-9, quantile(first, 0.5)), mostRuns)));
}

Result<std::vector<WholeRun>> storedWholeRuns(Project& project, const WholeNetwork& network)
{
    const auto kept = TRY(storedValue(project, kWholeRunsKey, network));
    std::vector<WholeRun> runs;
    for (const auto& one : kept.is_array() ? kept : nlohmann::json::array()) {
        if (const auto run = wholeRunFromJson(one)) {
            runs.push_back(*run);
        }
    }
    return runs;
}

std::pair<std::string, nlohmann::json> wholeRunsEntry(const WholeNetwork& network, std::span<const WholeRun> runs)
{
    nlohmann::json list = nlohmann::json::array();
    for (const WholeRun& run : runs.last(std::min(runs.size(), kMaxStoredRuns))) {
        list.push_back({run.at, run.seconds, run.predictedSeconds, run.trials, run.elapsed,
                        run.error ? nlohmann::json(*run.error) : nlohmann::json(), run.isDisturbed});
    }
    return {keyOf(kWholeRunsKey, network.fingerprint, network), std::move(list)};
}

} // namespace knobscope
