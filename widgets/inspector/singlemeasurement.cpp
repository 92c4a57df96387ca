// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/singlemeasurement.h"

#include "widgets/translation/coretext.h"

namespace knobscope {

namespace {

Result<MeasureResult> measure(const Task& task, const ConfigEntity& entity, Result<std::unique_ptr<Measurer>> measurer,
                              const std::atomic<bool>& isCancelled)
{
    if (!measurer) {
        return fail(measurer);
    }
    if (auto accepted = (*measurer)->accepts(task); !accepted) {
        return fail(accepted);
    }
    if (auto submitted = (*measurer)->submit(0, {taskToJson(task), entity}); !submitted) {
        return fail(submitted);
    }
    while (!isCancelled) {
        if (auto done = (*measurer)->next(std::chrono::milliseconds(50))) {
            if (done->second.isUntried) {
                return fail(ErrorCode::Io, "{}", done->second.message);
            }
            return std::move(done->second);
        }
    }
    (*measurer)->stop();
    return MeasureResult();
}

} // namespace

void SingleMeasurement::start(std::shared_ptr<const Task> task, const ConfigEntity& entity, const MeasureOptions& options)
{
    if (isRunning()) {
        return;
    }
    m_isCancelled = false;
    m_work.request([this, task = std::move(task), entity, options,
                    make = m_makeMeasurer](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        auto result = caught([&] { return measure(*task, entity, make(task->target, options), stop); });
        return [this, result = std::move(result)] {
            emit finished(result.value_or(MeasureResult()), result ? QString() : coreText(result.error()), m_isCancelled);
        };
    });
}

void SingleMeasurement::cancel()
{
    m_isCancelled = true;
    m_work.stop();
}

} // namespace knobscope
