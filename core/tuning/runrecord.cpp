// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/runrecord.h"

#include "core/store/meta.h"
#include "core/target/machineprofile.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

void visitMembers(MaybeConst<NetworkLimits> auto& limits, const auto& visit)
{
    visit("peak", limits.peak);
    visit("cache_bytes", limits.cacheBytes);
}

void visitElements(MaybeConst<NetworkTime> auto& time, const auto& visit)
{
    visit(time.seconds, time.low, time.high, time.least, time.lowerQuartile, time.clockRatio, time.runs);
}

namespace {

constexpr double kOtherTime = 1.2; // ratio of two runs that is worth a remark

std::string recordKey(const WholeNetwork& network)
{
    return fmt::format("steps of {} on {} with {} threads", network.fingerprint, network.target.text, network.threads);
}

nlohmann::json recordToJson(const RunRecord& record)
{
    const NetworkProfile& profile = record.profile;
    return {{"at", record.at},
            {"machine", record.machine},
            {"report", reportToJson(profile.report)},
            {"time", profile.time},
            {"step_seconds", profile.stepSeconds},
            {"limits", profile.limits ? nlohmann::json(*profile.limits) : nlohmann::json()}};
}

std::optional<RunRecord> recordFromJson(const nlohmann::json& json)
{
    try {
        auto report = reportFromJson(json.at("report"));
        if (!report) {
            return std::nullopt;
        }
        RunRecord record{json.at("at").get<double>(), json.at("machine").get<std::string>(), {std::move(*report)}};
        json.at("time").get_to(record.profile.time);
        json.at("step_seconds").get_to(record.profile.stepSeconds);
        if (json.at("limits").is_object()) {
            record.profile.limits = json.at("limits").get<NetworkLimits>();
        }
        const bool isWhole = record.profile.stepSeconds.size() == record.profile.report.steps.size();
        return isWhole && record.profile.time.seconds > 0 ? std::optional(std::move(record)) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

} // namespace

WholeNetwork storedAs(const OpenNetwork& network)
{
    const NetworkOpening& opening = network.opening;
    WholeNetwork stored{opening.network, opening.shapes, {}, opening.threads};
    stored.target.text = opening.target;
    stored.fingerprint = network.fingerprint;
    stored.precision = opening.precision;
    return stored;
}

Result<std::optional<RunRecord>> storedRunRecord(Project& project, const WholeNetwork& network)
{
    if (network.fingerprint.empty()) {
        return std::nullopt;
    }
    auto record = recordFromJson(TRY(metaValue(project, recordKey(network))));
    const auto runs = TRY(storedWholeRuns(project, network));
    if (!record || runs.empty() || runs.back().at > record->at) {
        return std::nullopt;
    }
    record->isDisturbed = runs.back().isDisturbed;
    return record;
}

Result<void> storeRun(const std::string& projectPath, const WholeNetwork& network, const NetworkProfile& profile, double error,
                      bool isDisturbed)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::ReadWrite));
    const double now = unixTime();
    auto runs = TRY(storedWholeRuns(project, network));
    runs.push_back({now, profile.time.seconds, 0, -1, 0, error, isDisturbed});
    const auto [key, value] = wholeRunsEntry(network, runs);
    return setMetaValues(project, {{key, value}, {recordKey(network), recordToJson({now, thisMachine().cpu, profile})}});
}

Sentence otherTimeSentence(const NetworkProfile& now, const NetworkProfile& before)
{
    const bool isSlower = now.time.low > before.time.high && now.time.seconds >= kOtherTime * before.time.seconds;
    const bool isFaster = now.time.high < before.time.low && before.time.seconds >= kOtherTime * now.time.seconds;
    if ((!isSlower && !isFaster) || !isSameProgram(now.report, before.report)) {
        return {};
    }
    const std::string took = millisecondsText(before.time.seconds);
    return isSlower
             ? phrase("The run before used the same kernels and took {} ms, {:.1f} times less: the machine is slower now. Run "
                      "it again when nothing else runs.",
                      took, now.time.seconds / before.time.seconds)
             : phrase("The run before used the same kernels and took {} ms, {:.1f} times more: the machine was slower then.",
                      took, before.time.seconds / now.time.seconds);
}

} // namespace knobscope
