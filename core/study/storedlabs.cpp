// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/storedlabs.h"

#include "core/base/jsonmembers.h"
#include "core/base/readjson.h"
#include "core/store/meta.h"
#include "core/target/machineprofile.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

/// One value for each of kReachShares: {"90": …, "95": …, "99": …}.
template<class Values>
struct ByShare {
    Values& values;
};
template<class Values>
ByShare(Values&) -> ByShare<Values>;

template<class Values>
void visitMembers(const ByShare<Values>& shares, const auto& visit)
{
    visit("90", shares.values[0]);
    visit("95", shares.values[1]);
    visit("99", shares.values[2]);
}

void visitMembers(MaybeConst<SeedMedian> auto& median, const auto& visit)
{
    visit("median", median.median);
    visit("low", median.low, JsonMember::Optional);
    visit("high", median.high, JsonMember::Optional);
    visit("reached", median.reached, JsonMember::Optional);
}

void visitElements(MaybeConst<BandStep> auto& step, const auto& visit)
{
    visit(step.low, step.median, step.high);
}

void visitMembers(MaybeConst<PruningStanding> auto& pruning, const auto& visit)
{
    visit("judged", pruning.count.judged, JsonMember::Optional);
    visit("pruned", pruning.count.pruned, JsonMember::Optional);
    visit("checked", pruning.count.checked, JsonMember::Optional);
    visit("mistaken", pruning.count.mistaken, JsonMember::Optional);
    visit("pruned_good", pruning.prunedGood, JsonMember::Optional);
    visit("near_ruled_out", pruning.nearRuledOut, JsonMember::Optional);
    visit("best_ruled_out", pruning.bestRuledOut, JsonMember::Optional);
}

void visitMembers(MaybeConst<TunerStanding> auto& tuner, const auto& visit)
{
    visit("tuner", tuner.tuner);
    visit("trials_to", ByShare(tuner.trialsTo));
    visit("trials_to_95_by_seed", tuner.bySeed[kRankingShare]);
    visit("failed_share", tuner.meanFailed, JsonMember::Optional);
    visit("not_recorded", tuner.unknown, JsonMember::Optional);
    visit("pruning", tuner.pruning, JsonMember::Optional);
    visit("band", tuner.band);
}

void visitMembers(MaybeConst<SpaceStanding> auto& space, const auto& visit)
{
    visit("space", space.label);
    visit("shape", space.shape, JsonMember::Optional);
    visit("machine", space.machine, JsonMember::Optional);
    visit("configs", space.points, JsonMember::Optional);
    visit("completeness", space.completeness, JsonMember::Optional);
    visit("best_gflops", space.bestGflops, JsonMember::Optional);
    visit("best_seconds", space.bestSeconds, JsonMember::Optional);
    visit("near", ByShare(space.near), JsonMember::Optional);
    visit("budget", space.budget, JsonMember::Optional);
    visit("tuners", space.tuners);
}

void visitMembers(MaybeConst<OverallStanding> auto& tuner, const auto& visit)
{
    visit("tuner", tuner.tuner);
    visit("trials_to", ByShare(tuner.trialsTo));
    visit("ratio_to_first", tuner.toFirst, JsonMember::Optional);
    visit("spaces_worse_than_first", tuner.worseThanFirst, JsonMember::Optional);
}

void visitMembers(MaybeConst<LabResult> auto& lab, const auto& visit)
{
    visit("seeds", lab.seeds);
    visit("whole", lab.isWhole);
    visit("spaces", lab.spaces);
    visit("overall", lab.overall);
}

void visitMembers(MaybeConst<StoredLab> auto& lab, const auto& visit)
{
    visitMembers(lab.result, visit);
    visit("at", lab.at);
    visit("replayed_on", lab.machine);
    visit("trials", lab.trials);
}

namespace {

const char* const kLabKeyPrefix = "lab:"; // followed by the time in milliseconds

std::string keyOf(double at)
{
    return fmt::format("{}{:013.0f}", kLabKeyPrefix, at * 1e3);
}

/// A single seed has no interval, whatever earlier versions wrote.
void dropIntervals(std::array<SeedMedian, kReachShares.size()>& trialsTo, bool isSingle)
{
    for (SeedMedian& median : trialsTo) {
        median.low = isSingle ? std::nullopt : median.low;
        median.high = isSingle ? std::nullopt : median.high;
    }
}

/// Fills in what the JSON does not have. Returns false for a comparison that this program did not write.
bool complete(LabResult& lab)
{
    for (SpaceStanding& space : lab.spaces) {
        // Tables use the tuners of the first space for all spaces.
        if (space.tuners.empty() || space.tuners.size() != lab.overall.size()) {
            return false;
        }
        for (TunerStanding& tuner : space.tuners) {
            space.seeds = static_cast<int>(tuner.bySeed[kRankingShare].size());
            if (space.seeds == 0) {
                return false;
            }
            for (size_t i = 0; i < tuner.band.size(); ++i) {
                tuner.band[i].x = static_cast<double>(i + 1);
            }
            dropIntervals(tuner.trialsTo, space.seeds == 1);
        }
        lab.replays += space.seeds;
    }
    for (OverallStanding& tuner : lab.overall) {
        dropIntervals(tuner.trialsTo, lab.replays == std::ssize(lab.spaces));
    }
    return !lab.spaces.empty();
}

nlohmann::json withFlops(nlohmann::json json)
{
    json["flops_counted"] = "autotvm";
    return json;
}

} // namespace

nlohmann::json labToJson(const LabResult& lab)
{
    return withFlops(lab);
}

nlohmann::json storedLabToJson(const StoredLab& lab)
{
    return withFlops(lab);
}

Result<std::vector<StoredLab>> storedLabs(Project& project)
{
    const auto values = TRY(metaValues(project, kLabKeyPrefix));
    std::vector<StoredLab> labs;
    for (const auto& [key, value] : values) {
        auto kept = valueOr(value, std::optional<StoredLab>());
        if (kept && keyOf(kept->at) == key && complete(kept->result)) {
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
