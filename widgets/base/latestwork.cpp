// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/latestwork.h"

namespace knobscope {

LatestWork::LatestWork(Failed failed, QObject* parent)
    : LatestWork(JobLength::Normal, std::move(failed), parent)
{
}

LatestWork::LatestWork(JobLength length, Failed failed, QObject* parent)
    : QObject(parent)
    , m_length(length)
    , m_failed(std::move(failed))
{
    m_noticeTimer.setInterval(50);
    connect(&m_noticeTimer, &QTimer::timeout, this, &LatestWork::deliverNotices);
}

LatestWork::~LatestWork()
{
    stop();
    std::unique_lock lock(m_shared->mutex);
    m_shared->waiting = nullptr;
    m_shared->changed.wait(lock, [this] { return !m_shared->isRunning; });
}

void LatestWork::stop()
{
    if (m_stop) {
        *m_stop = true;
    }
}

void LatestWork::request(StoppableWork work)
{
    stop();
    m_stop = std::make_shared<std::atomic<bool>>(false);
    bool isScheduled = false;
    {
        const std::lock_guard lock(m_shared->mutex);
        m_shared->waiting = [work = std::move(work), stop = m_stop] { return work(*stop); };
        ++m_shared->newest;
        isScheduled = std::exchange(m_shared->isScheduled, true);
    }
    m_busy = true;
    m_noticeTimer.start();
    if (!isScheduled) {
        schedule();
    }
}

/// The job may begin after this object is destroyed, so it gets its own hold of what they share.
void LatestWork::schedule()
{
    runInPool(m_length, [this, shared = m_shared] { runNext(*shared, *this); });
}

void LatestWork::cancel()
{
    stop();
    m_noticeTimer.stop();
    const std::lock_guard lock(m_shared->mutex);
    m_shared->waiting = nullptr;
    ++m_shared->newest;
    m_busy = false;
}

void LatestWork::notify(Deliver notice, int kind)
{
    const std::lock_guard lock(m_shared->mutex);
    m_shared->notices[kind] = std::move(notice);
}

void LatestWork::deliverNotices()
{
    std::map<int, Deliver> notices;
    {
        const std::lock_guard lock(m_shared->mutex);
        if (m_shared->workingNumber == m_shared->newest) {
            notices = std::exchange(m_shared->notices, {});
        }
    }
    for (const auto& [kind, notice] : notices) {
        notice();
    }
}

/// Runs in the pool. `owner` exists while a job waits or runs.
void LatestWork::runNext(Shared& shared, LatestWork& owner)
{
    Work work;
    {
        const std::lock_guard lock(shared.mutex);
        work = std::exchange(shared.waiting, nullptr);
        if (!work) {
            shared.isScheduled = false;
            return;
        }
        shared.isRunning = true;
        shared.workingNumber = shared.newest;
        shared.notices.clear();
    }
    auto deliver = catchExceptions([&]() -> Result<Deliver> { return work(); });
    work = nullptr; // releases its captures
    if (!deliver) {
        deliver = [&owner, error = deliver.error()] {
            if (owner.m_failed) {
                owner.m_failed(error);
            }
        };
    }
    const std::lock_guard lock(shared.mutex); // the owner's destructor waits for it
    shared.answer = std::move(*deliver);
    shared.answerNumber = shared.workingNumber;
    shared.isRunning = false;
    shared.isScheduled = shared.waiting != nullptr;
    if (shared.isScheduled) {
        owner.schedule();
    }
    QMetaObject::invokeMethod(&owner, [&owner] { owner.deliverAnswer(); }, Qt::QueuedConnection);
    shared.changed.notify_all();
}

void LatestWork::finishNow()
{
    while (!finishWithin(std::chrono::hours(1))) {
    }
}

bool LatestWork::finishWithin(std::chrono::milliseconds timeout)
{
    if (!m_busy) {
        return true;
    }
    {
        std::unique_lock lock(m_shared->mutex);
        if (!m_shared->changed.wait_for(lock, timeout, [this] { return m_shared->answerNumber == m_shared->newest; })) {
            return false;
        }
    }
    deliverAnswer();
    return true;
}

void LatestWork::deliverAnswer()
{
    deliverNotices();
    Deliver deliver;
    {
        const std::lock_guard lock(m_shared->mutex);
        if (!m_busy || m_shared->answerNumber != m_shared->newest) {
            return;
        }
        deliver = std::exchange(m_shared->answer, nullptr);
    }
    m_busy = false;
    m_noticeTimer.stop();
    if (deliver) {
        deliver();
    }
}

} // namespace knobscope
