// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/singlemeasurement.h"

#include "widgets/translation/coretext.h"

namespace knobscope {

namespace {

Result<MeasureResult> measure(const Task& task, const ConfigEntity& entity, const MeasureOptions& options,
                              const std::atomic<bool>& isCancelled)
{
    auto measurer = makeMeasurer(task.target, options);
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

SingleMeasurement::~SingleMeasurement()
{
    join();
}

void SingleMeasurement::join()
{
    m_isCancelled = true;
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void SingleMeasurement::start(std::shared_ptr<const Task> task, const ConfigEntity& entity, const MeasureOptions& options)
{
    if (isRunning()) {
        return;
    }
    m_isCancelled = false;
    m_thread = std::thread([this, task = std::move(task), entity, options] {
        Result<MeasureResult> result = fail(ErrorCode::Internal, "The measurement broke off");
        try {
            result = measure(*task, entity, options, m_isCancelled);
        } catch (const std::exception& error) {
            result = fail(ErrorCode::Internal, "The measurement broke off: {}", error.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, result = std::move(result)] {
                const bool wasCancelled = m_isCancelled;
                join();
                emit finished(result.value_or(MeasureResult()), result ? QString() : coreText(result.error().message),
                              wasCancelled);
            },
            Qt::QueuedConnection);
    });
}

void SingleMeasurement::cancel()
{
    m_isCancelled = true;
}

} // namespace knobscope
