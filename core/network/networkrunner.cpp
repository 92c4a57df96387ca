// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkrunner.h"

#include "core/json/readjson.h"
#include "core/json/sentencejson.h"

namespace knobscope {
namespace {

constexpr double kMostSeconds = 3600; // the interpreter takes minutes for large networks
} // namespace

Result<NetworkRunner> NetworkRunner::start(const std::string& worker)
{
    const auto executable = TRY(findWorker(worker));
    WorkerProcess::Options options{executable, {}, 0};
    options.keepsWords = true;
    options.isOnLargePages = true;
    NetworkRunner runner(std::make_unique<RestartingWorker>(options, "network"));
    TRY(runner.m_worker->ensure());
    return runner;
}

Result<nlohmann::json> NetworkRunner::ask(const nlohmann::json& request, const std::atomic<bool>* stop)
{
    auto answer = m_worker->ask({request, {}}, kMostSeconds, stop);
    if (!answer && answer.error().code == ErrorCode::Crashed) {
        return fail(ErrorCode::Crashed, "The network's process ended: {}", answer.error());
    }
    if (!answer && answer.error().code == ErrorCode::Timeout) {
        return fail(ErrorCode::Timeout, "The network's process: {}", answer.error());
    }
    if (!answer) {
        return fail(answer);
    }
    if (answer->header.contains("message")) {
        return fail(answer->header.value("code", ErrorCode::Unsupported), "{}", sentenceAt(answer->header, "message"));
    }
    return std::move(answer->header);
}

Result<NetworkReport> NetworkRunner::open(const NetworkOpening& opening, const std::atomic<bool>* stop)
{
    nlohmann::json held = nlohmann::json::array();
    for (const HeldLayout& one : opening.held) {
        held.push_back({one.node, one.data.block, one.output.block});
    }
    const auto answer = TRY(ask({{"op", "network open"},
                                 {"held", std::move(held)},
                                 {"network", opening.network},
                                 {"shapes", opening.shapes},
                                 {"target", opening.target},
                                 {"threads", opening.threads},
                                 {"known", opening.known},
                                 {"transforms", transformsToJson(opening.transforms)},
                                 {"per_layer", opening.isPerLayer},
                                 {"cache", opening.usesCache},
                                 {"slot", opening.slot}},
                                stop));
    auto report = TRY(reportFromJson(answer.value("program", nlohmann::json())));
    if (opening.slot == 0) {
        m_steps = report.steps.size();
    }
    return report;
}

Result<std::vector<TimedTransform>> NetworkRunner::timeTransforms(const std::vector<TimedTransform>& known, TransformsOf which,
                                                                  const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask(
        {{"op", "network transforms"}, {"known", transformsToJson(known)}, {"of_plan", which == TransformsOf::ThePlan}}, stop));
    return transformsFromJson(answer.value("transforms", nlohmann::json()));
}

Result<std::string> NetworkRunner::exportTo(const std::string& name, const std::string& folder)
{
    const auto answer = TRY(ask({{"op", "network export"}, {"name", name}, {"folder", folder}}, nullptr));
    return answer.value("name", "");
}

Result<double> NetworkRunner::number(const char* op, const char* key, const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask({{"op", op}}, stop));
    const auto found = answer.find(key);
    return found != answer.end() && found->is_number() ? Result<double>(found->get<double>())
                                                       : fail(ErrorCode::Corrupt, "The worker's answer says nothing");
}

Result<NetworkCheck> NetworkRunner::check(const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask({{"op", "network check"}}, stop));
    try {
        return NetworkCheck{answer.at("error").get<double>(), answer.at("mismatched").get<int64_t>()};
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is no comparison: {}", jsonTrouble(thrown));
    }
}

Result<int64_t> NetworkRunner::memory()
{
    const auto bytes = TRY(number("network memory", "bytes", nullptr));
    return static_cast<int64_t>(bytes);
}

Result<std::vector<double>> NetworkRunner::seconds(const char* op, int runs, const std::atomic<bool>* stop, int slot)
{
    const auto answer = TRY(ask({{"op", op}, {"runs", runs}, {"slot", slot}}, stop));
    try {
        return answer.at("seconds").get<std::vector<double>>();
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is no list of times: {}", jsonTrouble(thrown));
    }
}

Result<std::vector<double>> NetworkRunner::time(int runs, const std::atomic<bool>* stop, int slot)
{
    return seconds("network time", runs, stop, slot);
}

Result<std::vector<double>> NetworkRunner::profile(int runs, const std::atomic<bool>* stop)
{
    auto steps = TRY(seconds("network profile", runs, stop, 0));
    if (steps.size() != m_steps) {
        return fail(ErrorCode::Corrupt, "The worker's answer has another number of steps");
    }
    return steps;
}

} // namespace knobscope
