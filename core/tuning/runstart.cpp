// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/runstart.h"

#include "core/target/machineprofile.h"
#include "core/tuner/boundsource.h"

namespace knobscope {

Baseline baselineOf(const LoopTask& task)
{
    Baseline base;
    for (const RecordedTrial& trial : task.recorded) {
        const MeasureResult& r = trial.result;
        if (r.error == MeasureError::None && r.timing.speedup > 0 && r.meanCost() > 0) {
            base.anchorSeconds = r.meanCost() * r.timing.speedup;
            const auto entity = task.task.space.at(trial.index);
            if (entity && r.timing.speedup > base.bestSpeedup) {
                base.best = *entity;
                base.bestSpeedup = r.timing.speedup;
            }
        }
    }
    return base;
}

std::shared_ptr<BoundSource> boundsOf(const Task& task, const Measurer& measurer)
{
    return std::make_shared<BoundSource>(task, profileOf(task.target), measurer.kind().threads);
}

Result<void> checkSeeds(const LoopTask& task)
{
    for (const int64_t seed : task.options.seeds) {
        if (const auto entity = task.task.space.at(seed); !entity) {
            return fail(entity.error().code, "Config {}, which is to be measured first: {}", seed, entity.error());
        }
    }
    return {};
}

std::vector<int64_t> addedTrials(const LoopTask& task)
{
    std::vector<int64_t> numbers;
    for (size_t i = 0; i < task.recorded.size(); ++i) {
        if (task.recorded[i].added) {
            numbers.push_back(static_cast<int64_t>(i) + 1);
        }
    }
    return numbers;
}

} // namespace knobscope
