// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkrunner.h"

#include "core/base/readjson.h"
#include "core/base/sentencejson.h"

namespace knobscope {
namespace {

constexpr double kMostSeconds = 3600; // the interpreter takes minutes for large networks

Result<double> numberIn(const nlohmann::json& answer, const char* key)
{
    const auto found = answer.find(key);
    return found != answer.end() && found->is_number() ? Result<double>(found->get<double>())
                                                       : fail(ErrorCode::Corrupt, "The worker's answer contains no number");
}

Result<std::vector<double>> listIn(const nlohmann::json& answer, const char* key)
{
    try {
        return answer.at(key).get<std::vector<double>>();
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is not a list of times: {}", jsonErrorCause(thrown));
    }
}

} // namespace

Result<NetworkRunner> NetworkRunner::start(const std::string& worker)
{
    const auto executable = TRY(findWorker(worker));
    WorkerProcess::Options options{executable, {}, 0};
    options.captureStderr = true;
    options.isOnLargePages = true;
    NetworkRunner runner(std::make_unique<RestartingWorker>(options, "network"));
    TRY(runner.m_worker->ensure());
    return runner;
}

Result<Message> NetworkRunner::askWith(Message request, const std::atomic<bool>* stop)
{
    if (stop && *stop) { // a stopped answer that comes soon counts, but no further question is asked
        return fail(ErrorCode::Timeout, "The network's process: {}", phrase("it was stopped before it answered"));
    }
    auto answer = m_worker->ask(request, kMostSeconds, stop);
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
        return fail(answer->header.value("code", ErrorCode::Unsupported), "{}", readSentence(answer->header, "message"));
    }
    return std::move(*answer);
}

Result<nlohmann::json> NetworkRunner::ask(const nlohmann::json& request, const std::atomic<bool>* stop)
{
    auto answer = TRY(askWith({request, {}}, stop));
    return std::move(answer.header);
}

Result<std::string> NetworkRunner::identify(const std::string& network,
                                            const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes,
                                            const PrecisionChoice& precision, const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask(
        {{"op", "network identify"}, {"network", network}, {"shapes", shapes}, {"precision", precisionToJson(precision)}}, stop));
    return answer.value("fingerprint", "");
}

Result<NetworkReport> NetworkRunner::open(const NetworkOpening& opening, const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask({{"op", "network open"},
                                 {"held", opening.held},
                                 {"network", opening.network},
                                 {"shapes", opening.shapes},
                                 {"target", opening.target},
                                 {"threads", opening.threads},
                                 {"known", opening.known},
                                 {"transforms", opening.transforms},
                                 {"per_layer", opening.isPerLayer},
                                 {"cache", opening.usesCache},
                                 {"slot", opening.slot},
                                 {"precision", precisionToJson(opening.precision)},
                                 {"inputs", inputsToJson(opening.inputs)}},
                                stop));
    auto report = TRY(reportFromJson(answer.value("program", nlohmann::json())));
    if (opening.slot == 0) {
        m_steps = report.steps.size();
    }
    return report;
}

Result<std::vector<TimedTransform>> NetworkRunner::timeTransforms(const std::vector<TimedTransform>& known, TransformSet which,
                                                                  const std::atomic<bool>* stop)
{
    const auto answer =
        TRY(ask({{"op", "network transforms"}, {"known", known}, {"of_plan", which == TransformSet::PlanOnly}}, stop));
    return fromJson<std::vector<TimedTransform>>(answer.value("transforms", nlohmann::json()));
}

Result<std::string> NetworkRunner::exportTo(const std::string& name, const std::string& folder)
{
    const auto answer = TRY(ask({{"op", "network export"}, {"name", name}, {"folder", folder}}, nullptr));
    return answer.value("name", "");
}

Result<NetworkCheck> NetworkRunner::check(const std::atomic<bool>* stop, NetworkReference* reference, int slot)
{
    Message request{{{"op", "network check"}, {"slot", slot}, {"reference", reference != nullptr}}, {}};
    if (reference) {
        request.blob = *reference;
    }
    auto answer = TRY(askWith(std::move(request), stop));
    if (reference && reference->empty()) {
        *reference = std::move(answer.blob);
    }
    try {
        return NetworkCheck{answer.header.at("error").get<double>(), answer.header.at("mismatched").get<int64_t>(),
                            answer.header.value("excused", int64_t{0})};
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is not a comparison: {}", jsonErrorCause(thrown));
    }
}

Result<PrecisionError> NetworkRunner::precisionError(const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask({{"op", "network precision"}}, stop));
    try {
        return PrecisionError{answer.at("max_abs").get<double>(), answer.at("max_rel").get<double>(),
                              answer.at("rms").get<double>(), answer.at("agreeing").get<int64_t>(),
                              answer.at("rows").get<int64_t>()};
    } catch (const nlohmann::json::exception& thrown) {
        return fail(ErrorCode::Corrupt, "The worker's answer is not a comparison: {}", jsonErrorCause(thrown));
    }
}

Result<int64_t> NetworkRunner::memory()
{
    const auto answer = TRY(ask({{"op", "network memory"}}, nullptr));
    const auto bytes = TRY(numberIn(answer, "bytes"));
    return static_cast<int64_t>(bytes);
}

Result<std::vector<double>> NetworkRunner::seconds(const char* op, int runs, const std::atomic<bool>* stop, int slot)
{
    const auto answer = TRY(ask({{"op", op}, {"runs", runs}, {"slot", slot}}, stop));
    return listIn(answer, "seconds");
}

Result<std::vector<double>> NetworkRunner::time(int runs, const std::atomic<bool>* stop, int slot)
{
    return seconds("network time", runs, stop, slot);
}

Result<NetworkSamples> NetworkRunner::sample(int runs, const std::atomic<bool>* stop, int slot)
{
    const auto answer = TRY(ask({{"op", "network time"}, {"runs", runs}, {"slot", slot}}, stop));
    NetworkSamples samples{TRY(listIn(answer, "seconds")), TRY(listIn(answer, "paces"))};
    return samples;
}

Result<NetworkPairs> NetworkRunner::timePairs(double maxSeconds, const std::atomic<bool>* stop)
{
    const auto answer = TRY(ask({{"op", "network pairs"}, {"seconds", maxSeconds}}, stop));
    NetworkPairs pairs{TRY(listIn(answer, "first")), TRY(listIn(answer, "second")), TRY(listIn(answer, "paces"))};
    if (pairs.first.empty() || pairs.first.size() != pairs.second.size()) {
        return fail(ErrorCode::Corrupt, "The worker's answer is not a list of pairs");
    }
    return pairs;
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
