// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/trialjob.h"

#include "core/measure/kernelmessage.h"

#include <algorithm>

namespace knobscope {

void takeFailure(MeasureResult& result, const UnansweredStep& step, const Error& why)
{
    result.isUntried = why.code == ErrorCode::Io;
    result.error = result.isUntried ? MeasureError::Unknown : why.code == ErrorCode::Timeout ? step.timedOut : step.crashed;
    result.message = fmt::format("{}{}", step.name, why.message);
}

void addStages(MeasureResult& result, const nlohmann::json& answer, const std::string& process)
{
    for (StageTime& stage : stagesFromJson(answer.value("stages", nlohmann::json::array()))) {
        stage.process = process;
        result.stages.push_back(std::move(stage));
    }
}

bool JobBuilder::build(RestartingWorker& worker, TrialJob& job)
{
    const StageClock looking("cached");
    const std::string key = builtKey(job.input, m_device);
    if (auto known = m_cache.find(key)) {
        job.kernel = std::move(*known);
        job.result.stages.push_back(looking.finish());
        job.result.stages.back().process = worker.name();
        return true;
    }
    const double start = steadySeconds();
    const Message request{
        {{"op", "build"}, {"task", job.input.task}, {"entity", entityToJson(job.input.entity)}, {"device", m_device}}, {}};
    auto answer = worker.ask(request, m_timeoutSeconds);
    job.result.buildSeconds = std::max(0.0, steadySeconds() - start - worker.stoppedSeconds());
    if (!answer) {
        takeFailure(job.result, {"Building: ", MeasureError::BuildTimeout, MeasureError::CompileHost}, answer.error());
        return false;
    }
    addStages(job.result, answer->header, worker.name());
    job.result.error = static_cast<MeasureError>(answer->header.value("error", 8));
    job.result.message = answer->header.value("message", "");
    if (job.result.error != MeasureError::None) {
        return false;
    }
    job.kernel = {answer->header["kernel"], std::move(answer->blob)};
    m_cache.keep(key, job.kernel);
    return true;
}

} // namespace knobscope
