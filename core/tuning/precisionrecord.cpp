// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/precisionrecord.h"

#include "core/store/meta.h"

#include <algorithm>
#include <utility>

namespace knobscope {

void visitElements(MaybeConst<PrecisionError> auto& error, const auto& visit)
{
    visit(error.largest, error.largestRelative, error.rms, error.agreeing, error.rows);
}

void visitMembers(MaybeConst<NetworkComparison> auto& times, const auto& visit)
{
    visit("float32_seconds", times.beforeSeconds);
    visit("seconds", times.afterSeconds);
    visit("change", times.change);
    visit("low", times.low);
    visit("high", times.high);
    visit("clock_ratio", times.clockRatio);
    visit("pairs", times.pairs);
}

namespace {

std::string precisionsKey(const WholeNetwork& network)
{
    return fmt::format("precisions of {} on {} with {} threads", network.fingerprint, network.target.text, network.threads);
}

nlohmann::json stateToJson(const PrecisionState& state)
{
    nlohmann::json json{{"name", nameOf(state.precision)}};
    if (!state.trouble.empty()) {
        json["trouble"] = sentenceToJson(state.trouble);
        return json;
    }
    json["report"] = reportToJson(state.report);
    json["step_seconds"] = state.stepSeconds;
    json["seconds"] = state.seconds;
    if (state.against) {
        json["error"] = state.against->error;
        json["times"] = state.against->times;
    }
    return json;
}

/// Throws nlohmann's exceptions; nullopt for a state that cannot be.
std::optional<PrecisionState> stateFromJson(const nlohmann::json& json)
{
    const auto precision = precisionNamed(json.at("name").get<std::string>());
    if (!precision) {
        return std::nullopt;
    }
    PrecisionState state{*precision, {}};
    if (json.contains("trouble")) {
        state.trouble = sentenceFromJson(json.at("trouble")).value_or(Sentence());
        return state.trouble.empty() ? std::nullopt : std::optional(state);
    }
    auto report = reportFromJson(json.at("report"));
    json.at("step_seconds").get_to(state.stepSeconds);
    json.at("seconds").get_to(state.seconds);
    if (!report || report->steps.size() != state.stepSeconds.size() || state.seconds <= 0) {
        return std::nullopt;
    }
    state.report = std::move(*report);
    if (*precision != Precision::Float32) {
        state.against = AgainstFloat32{json.at("error").get<PrecisionError>(), json.at("times").get<NetworkComparison>()};
    }
    return state;
}

std::optional<PrecisionComparison> comparisonFromJson(const nlohmann::json& json)
{
    try {
        PrecisionComparison comparison{json.at("at").get<double>(),
                                       json.at("machine").get<std::string>(),
                                       json.at("threads").get<int>(),
                                       {},
                                       sentenceFromJson(json.at("inputs")).value_or(Sentence()),
                                       {},
                                       sentenceFromJson(json.at("disturbed")).value_or(Sentence())};
        for (const nlohmann::json& one : json.at("states")) {
            auto state = stateFromJson(one);
            if (!state) {
                return std::nullopt;
            }
            comparison.states.push_back(std::move(*state));
        }
        return comparison.states.empty() ? std::nullopt : std::optional(std::move(comparison));
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

} // namespace

Result<std::optional<PrecisionComparison>> storedPrecisions(Project& project, const WholeNetwork& network)
{
    if (network.fingerprint.empty()) {
        return std::nullopt;
    }
    return comparisonFromJson(TRY(metaValue(project, precisionsKey(network))));
}

Result<void> storePrecisions(const std::string& projectPath, const WholeNetwork& network, const PrecisionComparison& comparison)
{
    auto project = TRY(Project::open(projectPath, Project::Mode::ReadWrite));
    nlohmann::json json{{"at", comparison.at},
                        {"machine", comparison.machine},
                        {"threads", comparison.threads},
                        {"inputs", sentenceToJson(comparison.inputs)},
                        {"disturbed", sentenceToJson(comparison.disturbed)}};
    for (const PrecisionState& state : comparison.states) {
        json["states"].push_back(stateToJson(state));
    }
    return setMetaValues(project, {{precisionsKey(network), std::move(json)}});
}

} // namespace knobscope
