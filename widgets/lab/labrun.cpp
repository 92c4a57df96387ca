// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/labrun.h"

#include <mutex>

namespace knobscope {

namespace {

constexpr int deliverMilliseconds = 100;

Result<LabResult> runWithHistory(const std::vector<RecordedSpace>& spaces, const std::vector<TunerChoice>& tuners,
                                 LabOptions options, const std::vector<RecordedSpace>& known, int64_t knownTrials,
                                 const std::atomic<bool>& stop, const LabWatch& watch)
{
    for (const RecordedSpace& space : known) {
        if (stop) {
            break; // what is refused then is said by the lab
        }
        auto earlier = earlierRun(space, knownTrials);
        if (!earlier) {
            return fail(earlier);
        }
        options.replaying.history.push_back(std::move(*earlier));
    }
    return runLab(spaces, tuners, options, &stop, watch);
}

} // namespace

struct LabRun::Shared {
    std::atomic<bool> stop{false};
    std::mutex mutex; ///< guards what follows
    std::optional<LabProgress> progress; ///< not told of yet
    Outcome result; ///< as above
    QString problem;
    bool isFinished = false;
};

LabRun::LabRun(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(deliverMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &LabRun::deliver);
}

LabRun::~LabRun()
{
    stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void LabRun::start(std::vector<RecordedSpace> spaces, std::vector<TunerChoice> tuners, const LabOptions& options,
                   std::vector<RecordedSpace> known, int64_t knownTrials)
{
    if (isRunning()) {
        return;
    }
    m_shared = std::make_shared<Shared>();
    m_thread = std::thread([shared = m_shared, spaces = std::move(spaces), tuners = std::move(tuners), options,
                            known = std::move(known), knownTrials] {
        LabWatch watch;
        watch.progress = [&](const LabProgress& progress) {
            const std::lock_guard lock(shared->mutex);
            shared->progress = progress;
        };
        watch.soFar = [&](LabResult result) {
            const std::lock_guard lock(shared->mutex);
            shared->result = std::make_shared<const LabResult>(std::move(result));
        };
        Result<LabResult> result = fail(ErrorCode::Internal, "The lab broke off");
        try {
            result = runWithHistory(spaces, tuners, options, known, knownTrials, shared->stop, watch);
        } catch (const std::exception& error) {
            result = fail(ErrorCode::Internal, "The lab broke off: {}", error.what());
        }
        const std::lock_guard lock(shared->mutex);
        if (result) {
            shared->result = std::make_shared<const LabResult>(std::move(*result));
        } else {
            shared->problem = QString::fromStdString(result.error().message);
        }
        shared->isFinished = true;
    });
    m_timer.start();
}

void LabRun::stop()
{
    if (m_shared) {
        m_shared->stop = true;
    }
}

void LabRun::finishNow()
{
    if (m_thread.joinable()) {
        m_thread.join();
        deliver();
    }
}

void LabRun::deliver()
{
    std::optional<LabProgress> progress;
    Outcome result;
    QString problem;
    bool isFinished = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        progress = std::exchange(m_shared->progress, std::nullopt);
        result = std::exchange(m_shared->result, nullptr);
        problem = m_shared->problem;
        isFinished = m_shared->isFinished;
    }
    if (progress) {
        emit progressed(*progress);
    }
    if (isFinished) {
        m_timer.stop();
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }
    if (result) {
        emit resultChanged(result);
    }
    if (isFinished) {
        emit finished(problem);
    }
}

} // namespace knobscope
