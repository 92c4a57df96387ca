// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/statepicture.h"

#include "core/ir/printer.h"
#include "core/script/definition.h"
#include "core/script/workload.h"
#include "widgets/base/coretext.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kSmallSize = 64;

/// The order of visit of the same text with all sizes of at most kSmallSize.
Result<VisitOrder> smallOrder(const ScheduleAnalysis& a, size_t step)
{
    TextSizes sizes = a.text.from ? TextSizes() : TRY(sizesOf(a.text, {}));
    for (auto& [name, size] : sizes) {
        size = std::min(size, kSmallSize);
    }
    const auto workload = TRY(workloadOfText(a.source, "picture", sizes, TextSteps::Steps));
    Staircase small;
    small.task = TRY(makeTask(workload.name, workload.args, a.stairs->task.target));
    small.steps.resize(a.stairs->steps.size());
    const auto entity = TRY(small.task.space.at(small.indexOf(step)));
    const auto nest = TRY(lowerConfig(small.task, entity));
    return visitOrder(nest);
}

} // namespace

Result<StatePicture> pictureOfState(const ScheduleAnalysis& analysis, size_t step)
{
    StatePicture picture;
    const Task& task = analysis.stairs->task;
    const auto entity = TRY(task.space.at(analysis.stairs->indexOf(step)));
    if (task.isGpu) {
        const auto program = TRY(lowerDeviceConfig(task, entity));
        picture.nest = QString::fromStdString(ir::text(program));
        return picture;
    }
    const auto nest = TRY(lowerConfig(task, entity));
    picture.nest = QString::fromStdString(ir::text(nest));
    if (auto order = smallOrder(analysis, step)) {
        picture.order = std::make_shared<const VisitOrder>(std::move(*order));
    } else {
        picture.orderProblem = coreText(withoutPlace(order.error()));
    }
    return picture;
}

} // namespace knobscope
