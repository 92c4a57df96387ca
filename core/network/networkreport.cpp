// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkreport.h"

#include "core/json/readjson.h"

namespace knobscope {

namespace {

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

/// Throws what nlohmann's does for what is none.
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
        steps.push_back({{"alternatives", alternativesToJson(step.alternatives)},
                         {"chosen", step.chosen},
                         {"name", step.name},
                         {"op", step.op},
                         {"kind", step.kind},
                         {"layout", step.layout},
                         {"task", step.task},
                         {"flops", step.flops},
                         {"known_seconds", step.knownSeconds},
                         {"config", step.config}});
    }
    return {{"network", report.network},
            {"threads", report.threads},
            {"steps", std::move(steps)},
            {"kernels", report.kernels},
            {"tuned", report.tuned},
            {"untuned", report.untuned},
            {"method", report.method},
            {"proven", report.isProven},
            {"predicted_seconds", report.predictedSeconds},
            {"per_layer_best_seconds", report.quickestSeconds},
            {"free_seconds", report.freeSeconds},
            {"transforms", report.transforms},
            {"weight_bytes", report.weightBytes},
            {"arena_bytes", report.arenaBytes},
            {"least_arena_bytes", report.leastArenaBytes},
            {"open_seconds", report.openSeconds},
            {"compile_seconds", report.compileSeconds},
            {"start_seconds",
             {{"reading", report.openSeconds},
              {"lowering", report.lowerSeconds},
              {"compiling", report.generateSeconds},
              {"loading", report.compileSeconds - report.lowerSeconds - report.generateSeconds}}},
            {"cached_kernels", report.cachedKernels},
            {"cache_trouble", report.cacheTrouble}};
}

Result<NetworkReport> reportFromJson(const nlohmann::json& json)
{
    NetworkReport report;
    try {
        report.network = json.at("network").get<std::string>();
        report.threads = json.at("threads").get<int>();
        for (const auto& step : json.at("steps")) {
            report.steps.push_back({step.at("name").get<std::string>(), step.at("op").get<std::string>(),
                                    step.at("kind").get<std::string>(), step.at("layout").get<std::string>(),
                                    step.at("task").get<std::string>(), step.at("flops").get<double>(),
                                    step.at("known_seconds").get<double>(), alternativesFromJson(step.at("alternatives")),
                                    step.at("chosen").get<int>(), step.at("config")});
        }
        report.kernels = json.at("kernels").get<int>();
        report.tuned = json.at("tuned").get<int>();
        report.untuned = json.at("untuned").get<int>();
        report.method = json.at("method").get<std::string>();
        report.isProven = json.at("proven").get<bool>();
        report.predictedSeconds = json.at("predicted_seconds").get<double>();
        report.quickestSeconds = json.at("per_layer_best_seconds").get<double>();
        report.freeSeconds = json.at("free_seconds").get<double>();
        report.transforms = json.at("transforms").get<int>();
        report.weightBytes = json.at("weight_bytes").get<int64_t>();
        report.arenaBytes = json.at("arena_bytes").get<int64_t>();
        report.leastArenaBytes = json.at("least_arena_bytes").get<int64_t>();
        report.openSeconds = json.at("open_seconds").get<double>();
        report.compileSeconds = json.at("compile_seconds").get<double>();
        report.lowerSeconds = json.at("start_seconds").at("lowering").get<double>();
        report.generateSeconds = json.at("start_seconds").at("compiling").get<double>();
        report.cachedKernels = json.at("cached_kernels").get<int>();
        report.cacheTrouble = json.at("cache_trouble").get<std::string>();
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is no network: {}", jsonTrouble(thrown));
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
            continue; // it is timed again
        }
    }
    return list;
}

} // namespace knobscope
