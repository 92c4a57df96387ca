// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/latestwork.h"

namespace knobscope {

LatestWork::LatestWork(Failed failed, QObject* parent)
    : QObject(parent)
    , m_failed(std::move(failed))
{
    m_noticeTimer.setInterval(50);
    connect(&m_noticeTimer, &QTimer::timeout, this, &LatestWork::deliverNotices);
}

LatestWork::~LatestWork()
{
    stop(); // m_thread is destroyed first and joins
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
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = [work = std::move(work), stop = m_stop] { return work(*stop); };
        ++m_newest;
    }
    m_busy = true;
    m_noticeTimer.start();
    if (!m_thread.joinable()) {
        m_thread = std::jthread([this](const std::stop_token& ended) { loop(ended); });
    }
    m_wake.notify_all();
}

void LatestWork::cancel()
{
    stop();
    m_noticeTimer.stop();
    const std::lock_guard lock(m_mutex);
    m_waiting = nullptr;
    ++m_newest;
    m_busy = false;
}

void LatestWork::notify(Deliver notice, int kind)
{
    const std::lock_guard lock(m_mutex);
    m_notices[kind] = std::move(notice);
}

void LatestWork::deliverNotices()
{
    std::map<int, Deliver> notices;
    {
        const std::lock_guard lock(m_mutex);
        if (m_workingNumber == m_newest) {
            notices = std::exchange(m_notices, {});
        }
    }
    for (const auto& [kind, notice] : notices) {
        notice();
    }
}

void LatestWork::loop(const std::stop_token& ended)
{
    while (true) {
        Work work;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait(lock, ended, [this] { return m_waiting != nullptr; });
            if (ended.stop_requested()) {
                return;
            }
            work = std::exchange(m_waiting, nullptr);
            m_workingNumber = m_newest;
            m_notices.clear();
        }
        auto deliver = catchExceptions([&]() -> Result<Deliver> { return work(); });
        if (!deliver) {
            deliver = [this, error = deliver.error()] {
                if (m_failed) {
                    m_failed(error);
                }
            };
        }
        {
            const std::lock_guard lock(m_mutex);
            m_answer = std::move(*deliver);
            m_answerNumber = m_workingNumber;
        }
        m_wake.notify_all();
        QMetaObject::invokeMethod(this, [this] { deliverAnswer(); }, Qt::QueuedConnection);
    }
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
        std::unique_lock lock(m_mutex);
        if (!m_wake.wait_for(lock, timeout, [this] { return m_answerNumber == m_newest; })) {
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
        const std::lock_guard lock(m_mutex);
        if (!m_busy || m_answerNumber != m_newest) {
            return;
        }
        deliver = std::exchange(m_answer, nullptr);
    }
    m_busy = false;
    m_noticeTimer.stop();
    if (deliver) {
        deliver();
    }
}

} // namespace knobscope
