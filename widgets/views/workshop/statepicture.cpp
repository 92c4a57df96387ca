// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/statepicture.h"

#include "core/ir/printer.h"
#include "core/template/user_schedule.h"
#include "widgets/base/coretext.h"

namespace knobscope {

namespace {

std::vector<StageLoops> loopsAt(const ScheduleAnalysis& a, const ConfigEntity& entity, size_t step)
{
    const auto opened = openText(a.source, {}, traitsOf(a.stairs->task.target));
    if (!opened) {
        return {};
    }
    Schedule schedule({opened->output});
    const auto knobs = [&](const std::string& knob) {
        const KnobValue* value = entity.find(knob);
        return value ? *value : KnobValue();
    };
    const auto applied = applyText(opened->text, opened->sizes, knobs, schedule, step);
    return applied ? stageLoopsOf(schedule, *applied) : std::vector<StageLoops>();
}

} // namespace

Result<StatePicture> pictureOfState(const ScheduleAnalysis& analysis, size_t step)
{
    StatePicture picture;
    const Task& task = analysis.stairs->task;
    const auto entity = TRY(task.space.at(analysis.stairs->indexOf(step)));
    picture.loops = loopsAt(analysis, entity, step);
    if (task.isGpu) {
        const auto program = TRY(lowerDeviceConfig(task, entity));
        picture.nest = QString::fromStdString(ir::text(program));
        return picture;
    }
    const auto nest = TRY(lowerConfig(task, entity));
    picture.nest = QString::fromStdString(ir::text(nest));
    if (auto order = smallVisitOrder(analysis.source, task.target, step)) {
        picture.order = std::make_shared<const VisitOrder>(std::move(*order));
    } else {
        picture.orderProblem = coreText(withoutPlace(order.error()));
    }
    return picture;
}

} // namespace knobscope
