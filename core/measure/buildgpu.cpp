// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/buildkernel.h"
#include "core/task/gpulimits.h"

namespace knobscope {

namespace {

BuildOutcome failed(MeasureError error, const Error& why, BuildOutcome outcome)
{
    outcome.error = error;
    outcome.message = why.message;
    return outcome;
}

} // namespace

BuildOutcome buildForGpu(const Task& task, const ConfigEntity& entity, const DeviceDescription& device)
{
    BuildOutcome out;
    if (const auto allowed = checkKnobLimits(task, entity, device); !allowed) {
        return failed(MeasureError::Instantiation, allowed.error(), std::move(out));
    }
    const StageClock lowering("lower");
    const auto schedule = scheduleConfig(task, entity);
    out.stages.push_back(lowering.finish());
    if (!schedule) {
        return failed(MeasureError::Instantiation, schedule.error(), std::move(out));
    }
    return out;
}

} // namespace knobscope
