// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkreport.h"

#include "core/base/readjson.h"

namespace knobscope {

void visitMembers(MaybeConst<StepAlternative> auto& one, const auto& visit)
{
    visit("blocks", JsonList(one.data.block, one.output.block));
    visit("data", one.dataText);
    visit("output", one.outputText);
    visit("task", one.task);
    visit("seconds", one.seconds);
}

void visitMembers(MaybeConst<NetworkStep> auto& step, const auto& visit)
{
    visit("name", step.name);
    visit("op", step.op);
    visit("kind", step.kind);
    visit("layout", step.layout);
    visit("shape", step.shape, JsonMember::Optional); // projects of earlier versions lack it
    visit("task", step.task);
    visit("offered", step.offered, JsonMember::Optional); // projects of earlier versions lack it
    visit("flops", step.flops);
    visit("least_flops", step.leastFlops);
    visit("bytes", step.bytes);
    visit("weight_bytes", step.weightBytes);
    visit("depends_on_data", step.dependsOnData, JsonMember::Optional); // projects of earlier versions lack it
    visit("known_seconds", step.knownSeconds);
    visit("alternatives", step.alternatives);
    visit("chosen", step.chosen);
    visit("config", step.config);
}

void visitMembers(MaybeConst<NetworkReport> auto& report, const auto& visit)
{
    visit("network", report.network);
    visit("threads", report.threads);
    visit("steps", report.steps);
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

nlohmann::json reportToJson(const NetworkReport& report)
{
    nlohmann::json json = report;
    json["start_seconds"] = {{"reading", report.openSeconds},
                             {"lowering", report.lowerSeconds},
                             {"compiling", report.generateSeconds},
                             {"loading", report.compileSeconds - report.lowerSeconds - report.generateSeconds}};
    return json;
}

Result<NetworkReport> reportFromJson(const nlohmann::json& json)
{
    try {
        auto report = json.get<NetworkReport>();
        json.at("start_seconds").at("lowering").get_to(report.lowerSeconds);
        json.at("start_seconds").at("compiling").get_to(report.generateSeconds);
        return report;
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is not a network: {}", jsonErrorCause(thrown));
    }
}

std::string transformsKey(const std::string& target, int threads)
{
    return fmt::format("layout transforms, {} threads, {}", threads, target);
}

} // namespace knobscope
