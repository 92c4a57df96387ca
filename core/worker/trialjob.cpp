// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/trialjob.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"
#include "core/task/task.h"
#include "core/worker/kernelmessage.h"

namespace knobscope {

Sentence protocolError()
{
    return phrase("The worker's answer is invalid. Is it from another version?");
}

void setFailure(MeasureResult& result, const UnansweredStep& step, const Error& why)
{
    result.infrastructureFailed = why.code == ErrorCode::Io;
    result.error = result.infrastructureFailed    ? MeasureError::Unknown
                 : why.code == ErrorCode::Timeout ? step.timedOut
                                                  : step.crashed;
    result.why = why;
}

void addStages(MeasureResult& result, const nlohmann::json& answer, const std::string& process)
{
    for (StageTime& stage : fromJson<std::vector<StageTime>>(memberOr(answer, "stages", nlohmann::json::array()))) {
        stage.process = process;
        result.stages.push_back(std::move(stage));
    }
}

void readStatus(MeasureResult& result, const nlohmann::json& answer)
{
    const int error = memberOr(answer, "error", static_cast<int>(MeasureError::Unknown));
    const bool isKnown = error >= 0 && error <= static_cast<int>(MeasureError::Unknown);
    result.error = isKnown ? static_cast<MeasureError>(error) : MeasureError::Unknown;
    result.why = readSentence(answer, "message");
    if (result.error == MeasureError::Unknown && result.why.empty()) {
        result.why = protocolError();
    }
}

std::string builtKey(const MeasureInput& input, const nlohmann::json& device)
{
    return kernelKey(input.task, input.entity) + " " + device.dump();
}

bool JobBuilder::build(RestartingWorker& worker, TrialJob& job)
{
    const StageClock looking("cached");
    const std::string key = builtKey(job.input, m_device);
    std::unique_lock lock(m_mutex);
    const auto known = m_cache.find(key);
    lock.unlock();
    if (known) {
        job.kernel = *known;
        job.result.stages.push_back(looking.finish());
        job.result.stages.back().process = worker.name();
        return true;
    }
    const Message request{
        {{"op", "build"}, {"task", job.input.task}, {"entity", entityToJson(job.input.entity)}, {"device", m_device}}, {}};
    auto answer = worker.ask(request, m_timeoutSeconds);
    job.result.buildSeconds = worker.runningSeconds();
    if (!answer) {
        setFailure(job.result, {MeasureError::BuildTimeout, MeasureError::CompileHost},
                   fail(answer.error().code, "Building: {}", answer.error()).value());
        return false;
    }
    addStages(job.result, answer->header, worker.name());
    readStatus(job.result, answer->header);
    if (job.result.error != MeasureError::None) {
        return false;
    }
    job.kernel = {memberOr(answer->header, "kernel", nlohmann::json()), std::move(answer->blob), key};
    lock.lock();
    m_cache.insert(key, std::make_shared<const BuiltKernel>(job.kernel));
    return true;
}

} // namespace knobscope
