// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/storedlabs.h"

#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/store/meta.h"
#include "core/target/machineprofile.h"
#include "core/worker/kernelmessage.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

const char* const kLabKeyPrefix = "lab:"; // followed by the time in milliseconds

std::string keyOf(double at)
{
    return fmt::format("{}{:013.0f}", kLabKeyPrefix, at * 1e3);
}

nlohmann::json medianJson(const SeedMedian& m)
{
    const auto end = [&](double value) { return m.hasInterval ? nlohmann::json(value) : nlohmann::json(); };
    return {{"median", m.median}, {"low", end(m.low)}, {"high", end(m.high)}, {"reached", m.reached}};
}

/// Key of a share: "95".
std::string shareKey(size_t share)
{
    return fmt::format("{:.0f}", 100 * kLabShares[share]);
}

nlohmann::json sharesJson(const std::array<SeedMedian, kLabShares.size()>& trialsTo)
{
    nlohmann::json out;
    for (size_t s = 0; s < kLabShares.size(); ++s) {
        out[shareKey(s)] = medianJson(trialsTo[s]);
    }
    return out;
}

nlohmann::json pruningJson(const TunerStanding& tuner)
{
    nlohmann::json out = pruneCountToJson(tuner.pruning);
    out["pruned_good"] = tuner.prunedGood;
    out["near_ruled_out"] = tuner.nearRuledOut;
    out["best_ruled_out"] = tuner.bestRuledOut;
    return out;
}

/// Numbers of a list; empty if any of them is not a number.
std::vector<double> numbersOf(const nlohmann::json& list)
{
    std::vector<double> out;
    for (const auto& one : list.is_array() ? list : nlohmann::json::array()) {
        out.push_back(one.is_number() ? one.get<double>() : std::nan(""));
    }
    return std::ranges::any_of(out, [](double number) { return !std::isfinite(number); }) ? std::vector<double>() : out;
}

/// A single seed has no interval, whatever earlier versions wrote.
std::array<SeedMedian, kLabShares.size()> sharesFrom(const nlohmann::json& json, bool hasInterval)
{
    std::array<SeedMedian, kLabShares.size()> shares;
    for (size_t s = 0; s < kLabShares.size(); ++s) {
        const auto one = memberOr(json, shareKey(s).c_str(), nlohmann::json());
        const double median = memberOr(one, "median", 0.0);
        shares[s] = {median, memberOr(one, "low", median), memberOr(one, "high", median), memberOr(one, "reached", 0),
                     hasInterval};
    }
    return shares;
}

std::optional<TunerStanding> tunerFrom(const nlohmann::json& json)
{
    TunerStanding tuner;
    tuner.tuner = memberOr(json, "tuner", std::string());
    tuner.bySeed[1] = numbersOf(memberOr(json, "trials_to_95_by_seed", nlohmann::json()));
    tuner.trialsTo = sharesFrom(memberOr(json, "trials_to", nlohmann::json()), tuner.bySeed[1].size() > 1);
    for (const auto& step : memberOr(json, "band", nlohmann::json::array())) {
        const std::vector<double> quartiles = numbersOf(step);
        if (quartiles.size() != 3) {
            return std::nullopt;
        }
        tuner.band.push_back({static_cast<int64_t>(tuner.band.size()) + 1, quartiles[0], quartiles[1], quartiles[2]});
    }
    tuner.meanFailed = memberOr(json, "failed_share", 0.0);
    tuner.unknown = memberOr<int64_t>(json, "not_recorded", 0);
    const auto pruning = memberOr(json, "pruning", nlohmann::json());
    tuner.pruning = {memberOr<int64_t>(pruning, "judged", 0), memberOr<int64_t>(pruning, "pruned", 0),
                     memberOr<int64_t>(pruning, "checked", 0), memberOr<int64_t>(pruning, "mistaken", 0)};
    tuner.prunedGood = memberOr<int64_t>(pruning, "pruned_good", 0);
    tuner.nearRuledOut = memberOr<int64_t>(pruning, "near_ruled_out", 0);
    tuner.bestRuledOut = memberOr<int64_t>(pruning, "best_ruled_out", 0);
    return tuner.bySeed[1].empty() ? std::nullopt : std::optional(std::move(tuner));
}

std::optional<SpaceStanding> spaceFrom(const nlohmann::json& json)
{
    SpaceStanding space;
    space.label = memberOr(json, "space", std::string());
    space.shape = memberOr(json, "shape", std::string());
    space.machine = memberOr(json, "machine", std::string());
    space.points = memberOr<int64_t>(json, "configs", 0);
    space.completeness = memberOr(json, "completeness", 0.0);
    space.bestGflops = memberOr(json, "best_gflops", 0.0);
    space.bestSeconds = memberOr(json, "best_seconds", 0.0);
    space.budget = memberOr<int64_t>(json, "budget", 0);
    const auto near = memberOr(json, "near", nlohmann::json());
    for (size_t s = 0; s < kLabShares.size(); ++s) {
        space.near[s] = memberOr<int64_t>(near, shareKey(s).c_str(), 0);
    }
    for (const auto& one : memberOr(json, "tuners", nlohmann::json::array())) {
        auto tuner = tunerFrom(one);
        if (!tuner) {
            return std::nullopt;
        }
        space.seeds = static_cast<int>(tuner->bySeed[1].size());
        space.tuners.push_back(std::move(*tuner));
    }
    return space;
}

/// Returns nullopt for JSON that this program did not write.
std::optional<StoredLab> storedLabFrom(const nlohmann::json& json)
{
    StoredLab kept{
        memberOr(json, "at", 0.0), memberOr(json, "replayed_on", std::string()), memberOr<int64_t>(json, "trials", 0), {}};
    kept.result.seeds = memberOr(json, "seeds", 0);
    kept.result.isWhole = memberOr(json, "whole", true);
    for (const auto& one : memberOr(json, "spaces", nlohmann::json::array())) {
        auto space = spaceFrom(one);
        // Tables use the tuners of the first space for all spaces.
        if (!space || space->tuners.empty()
            || (!kept.result.spaces.empty() && space->tuners.size() != kept.result.spaces[0].tuners.size())) {
            return std::nullopt;
        }
        kept.result.replays += space->seeds;
        kept.result.spaces.push_back(std::move(*space));
    }
    const bool hasIntervals = kept.result.replays > std::ssize(kept.result.spaces);
    for (const auto& one : memberOr(json, "overall", nlohmann::json::array())) {
        kept.result.overall.push_back({memberOr(one, "tuner", std::string()),
                                       sharesFrom(memberOr(one, "trials_to", nlohmann::json()), hasIntervals),
                                       memberOr(one, "ratio_to_first", 1.0), memberOr(one, "spaces_worse_than_first", 0)});
    }
    const bool isWhole = !kept.result.spaces.empty() && kept.result.overall.size() == kept.result.spaces[0].tuners.size();
    return isWhole ? std::optional(std::move(kept)) : std::nullopt;
}

} // namespace

nlohmann::json labToJson(const LabResult& lab)
{
    nlohmann::json spaces = nlohmann::json::array();
    for (const SpaceStanding& space : lab.spaces) {
        nlohmann::json standings = nlohmann::json::array();
        for (const TunerStanding& tuner : space.tuners) {
            nlohmann::json band = nlohmann::json::array();
            for (const BandStep& step : tuner.band) {
                band.push_back({step.low, step.median, step.high});
            }
            standings.push_back({{"tuner", tuner.tuner},
                                 {"trials_to", sharesJson(tuner.trialsTo)},
                                 {"trials_to_95_by_seed", tuner.bySeed[1]},
                                 {"failed_share", tuner.meanFailed},
                                 {"not_recorded", tuner.unknown},
                                 {"pruning", pruningJson(tuner)},
                                 {"band", band}});
        }
        spaces.push_back({{"space", space.label},
                          {"shape", space.shape},
                          {"machine", space.machine},
                          {"configs", space.points},
                          {"completeness", space.completeness},
                          {"best_gflops", space.bestGflops > 0 ? nlohmann::json(space.bestGflops) : nlohmann::json()},
                          {"best_seconds", space.bestSeconds},
                          {"near", {{"90", space.near[0]}, {"95", space.near[1]}, {"99", space.near[2]}}},
                          {"budget", space.budget},
                          {"tuners", standings}});
    }
    nlohmann::json overall = nlohmann::json::array();
    for (const OverallStanding& tuner : lab.overall) {
        overall.push_back({{"tuner", tuner.tuner},
                           {"trials_to", sharesJson(tuner.trialsTo)},
                           {"ratio_to_first", tuner.toFirst},
                           {"spaces_worse_than_first", tuner.worseThanFirst}});
    }
    return {{"seeds", lab.seeds}, {"whole", lab.isWhole}, {"spaces", spaces}, {"overall", overall}, {"flops_counted", "autotvm"}};
}

nlohmann::json storedLabToJson(const StoredLab& lab)
{
    nlohmann::json json = labToJson(lab.result);
    json["at"] = lab.at;
    json["replayed_on"] = lab.machine;
    json["trials"] = lab.trials;
    return json;
}

Result<std::vector<StoredLab>> storedLabs(Project& project)
{
    const auto values = TRY(metaValues(project, kLabKeyPrefix));
    std::vector<StoredLab> labs;
    for (const auto& [key, value] : values) {
        if (auto kept = storedLabFrom(value); kept && keyOf(kept->at) == key) {
            labs.push_back(std::move(*kept));
        }
    }
    return labs;
}

Result<void> storeLab(Project& project, const StoredLab& lab)
{
    const nlohmann::json json = storedLabToJson(lab);
    if (jsonOrNull(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)).is_null()) {
        return fail(ErrorCode::LimitExceeded, "The comparison is too large to be kept in {}; replay with fewer seeds or trials",
                    project.path());
    }
    return setMetaValues(project, {{keyOf(lab.at), json}});
}

Result<void> storeLab(const std::string& projectPath, const LabResult& result, const LabOptions& options)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::ReadWrite));
    return storeLab(project, {unixTime(), thisMachine().cpu, options.replaying.budget, result});
}

Result<void> removeLab(Project& project, double at)
{
    return setMetaValues(project, {{keyOf(at), nlohmann::json()}});
}

} // namespace knobscope
