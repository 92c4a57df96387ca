// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/runbaseline.h"

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

} // namespace knobscope
