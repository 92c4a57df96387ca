// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/runstart.h"

#include "core/target/machineprofile.h"
#include "core/tuner/boundsource.h"

namespace knobscope {

void addTo(Baseline& base, const Task& task, int64_t index, const MeasureResult& result)
{
    if (result.error != MeasureError::None || !(result.timing.speedup > 0) || !(result.meanCost() > 0)) {
        return;
    }
    base.anchorSeconds = result.meanCost() * result.timing.speedup;
    const auto entity = task.space.at(index);
    if (entity && result.timing.speedup > base.bestSpeedup) {
        base.best = *entity;
        base.bestSpeedup = result.timing.speedup;
    }
}

Baseline baselineOf(const LoopTask& task)
{
    Baseline base{.anchor = task.anchor};
    for (const RecordedTrial& trial : task.recorded) {
        addTo(base, task.task, trial.index, trial.result);
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

} // namespace knobscope
