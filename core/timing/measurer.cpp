// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/measurer.h"

#include "core/base/statistics.h"
#include "core/task/task.h"

#include <cmath>

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

std::vector<Sentence> timingRemarks(const Timing& timing)
{
    constexpr double kNegligible = 0.015; // half width of an interval, as a share
    std::vector<Sentence> remarks;
    if (const auto levels = twoLevels(timing.candidate)) {
        remarks.push_back(phrase("Two levels: {:.4g} ms, and {:.4g} ms for {:.0f} % of the time. The machine's speed changed.",
                                 levels->low * 1e3, levels->high * 1e3, levels->highShare * 100));
    }
    const double uncertainty = (timing.speedupHigh - timing.speedupLow) / 2 / timing.speedup;
    if (timing.speedupLow > 0 && uncertainty > kNegligible) {
        remarks.push_back(phrase("The machine's speed varied, so the speed-up is accurate only to {:.1f} %.", uncertainty * 100));
    }
    return remarks;
}

const char* errorText(MeasureError error)
{
    switch (error) {
    case MeasureError::None: return "measured";
    case MeasureError::Instantiation: return "illegal config";
    case MeasureError::CompileHost: return "build failed";
    case MeasureError::CompileDevice: return "device build failed";
    case MeasureError::RuntimeDevice: return "kernel crashed";
    case MeasureError::WrongAnswer: return "wrong answer";
    case MeasureError::BuildTimeout: return "build timed out";
    case MeasureError::RunTimeout: return "run timed out";
    case MeasureError::Unknown: break;
    }
    return "failed";
}

double Timing::measuredShare() const
{
    return share > 0.0 && std::isfinite(*share) ? *share : 1; // a project may have any number there
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
