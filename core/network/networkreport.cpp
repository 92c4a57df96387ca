// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkreport.h"

#include "core/json/readjson.h"

namespace knobscope {

nlohmann::json reportToJson(const NetworkReport& report)
{
    nlohmann::json steps = nlohmann::json::array();
    for (const NetworkStep& step : report.steps) {
        steps.push_back({{"name", step.name},
                         {"op", step.op},
                         {"kind", step.kind},
                         {"layout", step.layout},
                         {"task", step.task},
                         {"flops", step.flops},
                         {"known_seconds", step.knownSeconds}});
    }
    return {{"network", report.network},
            {"threads", report.threads},
            {"steps", std::move(steps)},
            {"kernels", report.kernels},
            {"tuned", report.tuned},
            {"untuned", report.untuned},
            {"weight_bytes", report.weightBytes},
            {"arena_bytes", report.arenaBytes},
            {"least_arena_bytes", report.leastArenaBytes},
            {"workspace_bytes", report.workspaceBytes},
            {"open_seconds", report.openSeconds},
            {"compile_seconds", report.compileSeconds}};
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
                                    step.at("known_seconds").get<double>()});
        }
        report.kernels = json.at("kernels").get<int>();
        report.tuned = json.at("tuned").get<int>();
        report.untuned = json.at("untuned").get<int>();
        report.weightBytes = json.at("weight_bytes").get<int64_t>();
        report.arenaBytes = json.at("arena_bytes").get<int64_t>();
        report.leastArenaBytes = json.at("least_arena_bytes").get<int64_t>();
        report.workspaceBytes = json.at("workspace_bytes").get<int64_t>();
        report.openSeconds = json.at("open_seconds").get<double>();
        report.compileSeconds = json.at("compile_seconds").get<double>();
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is no network: {}", jsonTrouble(thrown));
    }
    return report;
}

} // namespace knobscope
