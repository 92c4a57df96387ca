// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkreport.h"

#include "core/base/readjson.h"

namespace knobscope {

namespace {

/// Calls `visit(key, member)` for each member that maps directly to JSON.
template<class Report, class Visit>
void eachOfReport(Report& report, const Visit& visit)
{
    visit("network", report.network);
    visit("threads", report.threads);
    visit("kernels", report.kernels);
    visit("tuned", report.tuned);
    visit("untuned", report.untuned);
    visit("method", report.method);
    visit("proven", report.isProven);
    visit("predicted_seconds", report.predictedSeconds);
    visit("per_layer_best_seconds", report.fastestSeconds);
    visit("free_seconds", report.freeSeconds);
    visit("transforms", report.transforms);
    visit("weight_bytes", report.weightBytes);
    visit("arena_bytes", report.arenaBytes);
    visit("least_arena_bytes", report.leastArenaBytes);
    visit("open_seconds", report.openSeconds);
    visit("compile_seconds", report.compileSeconds);
    visit("cached_kernels", report.cachedKernels);
    visit("cache_trouble", report.cacheError);
}

template<class Step, class Visit>
void eachOfStep(Step& step, const Visit& visit)
{
    visit("chosen", step.chosen);
    visit("name", step.name);
    visit("op", step.op);
    visit("kind", step.kind);
    visit("layout", step.layout);
    visit("task", step.task);
    visit("flops", step.flops);
    visit("known_seconds", step.knownSeconds);
    visit("config", step.config);
}

nlohmann::json alternativesToJson(const std::vector<StepAlternative>& alternatives)
{
    nlohmann::json list = nlohmann::json::array();
    for (const StepAlternative& one : alternatives) {
        list.push_back({{"blocks", {one.data.block, one.output.block}},
                        {"data", one.dataText},
                        {"output", one.outputText},
                        {"task", one.task},
                        {"seconds", one.seconds}});
    }
    return list;
}

/// Throws nlohmann's exceptions for invalid input.
std::vector<StepAlternative> alternativesFromJson(const nlohmann::json& json)
{
    std::vector<StepAlternative> list;
    for (const auto& one : json) {
        list.push_back({{one.at("blocks").at(0).get<int64_t>()},
                        {one.at("blocks").at(1).get<int64_t>()},
                        one.at("data").get<std::string>(),
                        one.at("output").get<std::string>(),
                        one.at("task").get<std::string>(),
                        one.at("seconds").get<double>()});
    }
    return list;
}

} // namespace

nlohmann::json reportToJson(const NetworkReport& report)
{
    nlohmann::json steps = nlohmann::json::array();
    for (const NetworkStep& step : report.steps) {
        nlohmann::json one{{"alternatives", alternativesToJson(step.alternatives)}};
        eachOfStep(step, [&](const char* key, const auto& member) { one[key] = member; });
        steps.push_back(std::move(one));
    }
    nlohmann::json json{{"steps", std::move(steps)},
                        {"start_seconds",
                         {{"reading", report.openSeconds},
                          {"lowering", report.lowerSeconds},
                          {"compiling", report.generateSeconds},
                          {"loading", report.compileSeconds - report.lowerSeconds - report.generateSeconds}}}};
    eachOfReport(report, [&](const char* key, const auto& member) { json[key] = member; });
    return json;
}

Result<NetworkReport> reportFromJson(const nlohmann::json& json)
{
    NetworkReport report;
    try {
        eachOfReport(report, [&](const char* key, auto& member) { json.at(key).get_to(member); });
        for (const auto& one : json.at("steps")) {
            NetworkStep& step = report.steps.emplace_back();
            eachOfStep(step, [&](const char* key, auto& member) { one.at(key).get_to(member); });
            step.alternatives = alternativesFromJson(one.at("alternatives"));
        }
        report.lowerSeconds = json.at("start_seconds").at("lowering").get<double>();
        report.generateSeconds = json.at("start_seconds").at("compiling").get<double>();
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is not a network: {}", jsonErrorCause(thrown));
    }
    return report;
}

nlohmann::json transformsToJson(const std::vector<TimedTransform>& transforms)
{
    nlohmann::json list = nlohmann::json::array();
    for (const TimedTransform& one : transforms) {
        list.push_back({one.shape, one.from.block, one.to.block, one.seconds});
    }
    return list;
}

std::string transformsKey(const std::string& target, int threads)
{
    return fmt::format("layout transforms, {} threads, {}", threads, target);
}

std::vector<TimedTransform> transformsFromJson(const nlohmann::json& json)
{
    std::vector<TimedTransform> list;
    for (const auto& one : json.is_array() ? json : nlohmann::json::array()) {
        try {
            list.push_back(
                {{one.at(0).get<Shape>(), {one.at(1).get<int64_t>()}, {one.at(2).get<int64_t>()}}, one.at(3).get<double>()});
        } catch (const nlohmann::json::exception&) {
            continue; // skip it; it is timed again
        }
    }
    return list;
}

} // namespace knobscope
