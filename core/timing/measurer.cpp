// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/measurer.h"

#include "core/base/statistics.h"
#include "core/task/task.h"

namespace knobscope {

Measurer::~Measurer() = default;

Result<void> Measurer::accepts(const Task& task) const
{
    if (task.isGpu) {
        return fail(ErrorCode::Unsupported, "{} runs on a GPU, but this session has none", task.name);
    }
    return {};
}

Result<std::vector<MeasureResult>> measureAll(Measurer& measurer, const Task& task, std::span<const ConfigEntity> configs,
                                              const std::atomic<bool>* isCancelled)
{
    constexpr auto cancelInterval = std::chrono::milliseconds(50);
    TRY(measurer.accepts(task));
    std::vector<MeasureResult> results(configs.size());
    for (size_t i = 0; i < configs.size(); ++i) {
        TRY(measurer.submit(static_cast<int64_t>(i), {taskToJson(task), configs[i]}));
    }
    for (size_t left = configs.size(); left > 0;) {
        if (isCancelled && *isCancelled) {
            measurer.stop();
            return std::vector<MeasureResult>();
        }
        if (auto done = measurer.next(cancelInterval)) {
            if (done->second.infrastructureFailed) {
                return fail(ErrorCode::Io, "{}", done->second.why);
            }
            results[static_cast<size_t>(done->first)] = std::move(done->second);
            --left;
        }
    }
    return results;
}

double speedupUncertainty(const Timing& timing)
{
    constexpr double passedOver = 0.015;
    const double halfWidth = (timing.speedupHigh - timing.speedupLow) / 2;
    return timing.speedupLow > 0 && halfWidth > passedOver * timing.speedup ? halfWidth / timing.speedup : 0;
}

const char* errorText(MeasureError error)
{
    switch (error) {
    case MeasureError::None: return "no error";
    case MeasureError::Instantiation: return "illegal config";
    case MeasureError::CompileHost: return "compile error";
    case MeasureError::CompileDevice: return "device compile error";
    case MeasureError::RuntimeDevice: return "crashed while running";
    case MeasureError::WrongAnswer: return "wrong answer";
    case MeasureError::BuildTimeout: return "build timeout";
    case MeasureError::RunTimeout: return "run timeout";
    case MeasureError::Unknown: break;
    }
    return "unknown error";
}

double MeasureResult::meanCost() const
{
    return costs.empty() ? 1e9 : mean(costs);
}

MeasureResult failedResult(MeasureError error, Sentence why)
{
    MeasureResult failed;
    failed.error = error;
    failed.why = std::move(why);
    failed.costs = {1e9};
    return failed;
}

} // namespace knobscope
