// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/spacerecording.h"

#include <mutex>

namespace knobscope {

namespace {

constexpr int deliverMilliseconds = 100;

} // namespace

struct SpaceRecording::Shared {
    std::atomic<bool> stop{false};
    std::mutex mutex; ///< guards what follows
    std::optional<RecordProgress> progress;
    Result<RecordOutcome> outcome;
    bool isFinished = false;
};

SpaceRecording::SpaceRecording(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(deliverMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &SpaceRecording::deliver);
}

SpaceRecording::~SpaceRecording()
{
    stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void SpaceRecording::start(const RecordedSpace& space, const QString& path, const MeasureOptions& measuring)
{
    if (isRunning()) {
        return;
    }
    m_shared = std::make_shared<Shared>();
    m_thread = std::thread([shared = m_shared, space, path = path.toStdString(), measuring] {
        const auto record = [&]() -> Result<RecordOutcome> {
            auto measurer = makeMeasurer(space.task.target, measuring);
            if (!measurer) {
                return fail(measurer);
            }
            RecordOptions options;
            options.stop = &shared->stop;
            auto outcome = recordSpace(space, path, **measurer, options, [&](const RecordProgress& progress) {
                const std::lock_guard lock(shared->mutex);
                shared->progress = progress;
            });
            (*measurer)->stop();
            return outcome;
        };
        Result<RecordOutcome> outcome = fail(ErrorCode::Internal, "The recording broke off; what was measured is in the file");
        try {
            outcome = record();
        } catch (const std::exception& error) {
            outcome = fail(ErrorCode::Internal, "The recording broke off: {}; what was measured is in the file", error.what());
        }
        const std::lock_guard lock(shared->mutex);
        shared->outcome = std::move(outcome);
        shared->isFinished = true;
    });
    m_timer.start();
}

void SpaceRecording::stop()
{
    if (m_shared) {
        m_shared->stop = true;
    }
}

void SpaceRecording::deliver()
{
    std::optional<RecordProgress> progress;
    bool isFinished = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        progress = std::exchange(m_shared->progress, std::nullopt);
        isFinished = m_shared->isFinished;
    }
    if (progress) {
        emit progressed(*progress);
    }
    if (isFinished) {
        m_timer.stop();
        m_thread.join();
        const Result<RecordOutcome>& outcome = m_shared->outcome;
        emit finished(outcome.value_or(RecordOutcome()), outcome ? QString() : QString::fromStdString(outcome.error().message));
    }
}

} // namespace knobscope
