// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/workpool.h"

#include <QCoreApplication>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace knobscope {

namespace {

/// Threads are started when they are needed. At the end of the program, waits for running jobs and drops the others.
class WorkPool
{
public:
    ~WorkPool()
    {
        endThreads();
        std::unique_lock lock(m_mutex);
        m_longEnded.wait(lock, [this] { return m_long == 0; });
    }

    /// Ends the threads that jobs share after their running jobs. A later job starts them again.
    void endThreads()
    {
        std::vector<std::thread> threads;
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
            threads.swap(m_threads);
        }
        m_wake.notify_all();
        for (std::thread& thread : threads) {
            thread.join();
        }
        std::deque<std::function<void()>> quick, normal; // their captures are released without the lock
        const std::lock_guard lock(m_mutex);
        m_isEnding = false;
        m_quick.swap(quick);
        m_normal.swap(normal);
    }

    void run(JobLength length, std::function<void()> job)
    {
        const std::lock_guard lock(m_mutex);
        if (length == JobLength::Long) {
            ++m_long;
            std::thread([this, job = std::move(job)]() mutable {
                job();
                job = nullptr; // releases its captures
                const std::lock_guard lock(m_mutex);
                --m_long;
                m_longEnded.notify_all(); // under the lock: the pool may be destroyed after it
            }).detach();
            return;
        }
        (length == JobLength::Quick ? m_quick : m_normal).push_back(std::move(job));
        if (m_idle < static_cast<int>(m_quick.size() + m_normal.size()) && m_threads.size() < kPoolThreads) {
            m_threads.emplace_back([this] { loop(); });
        }
        m_wake.notify_one();
    }

private:
    /// The next job that may begin now: the last thread takes quick ones only.
    std::deque<std::function<void()>>* next()
    {
        return !m_quick.empty() ? &m_quick : !m_normal.empty() && m_runningNormal < kPoolThreads - 1 ? &m_normal : nullptr;
    }

    void loop()
    {
        std::unique_lock lock(m_mutex);
        while (true) {
            ++m_idle;
            m_wake.wait(lock, [this] { return m_isEnding || next(); });
            --m_idle;
            if (m_isEnding) {
                return;
            }
            auto* queue = next();
            const bool isNormal = queue == &m_normal;
            auto job = std::move(queue->front());
            queue->pop_front();
            m_runningNormal += isNormal ? 1 : 0;
            lock.unlock();
            job();
            job = nullptr;
            lock.lock();
            m_runningNormal -= isNormal ? 1 : 0;
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_longEnded;
    std::deque<std::function<void()>> m_quick; ///< guarded by m_mutex, like all below
    std::deque<std::function<void()>> m_normal;
    std::vector<std::thread> m_threads;
    int m_idle = 0;
    int m_runningNormal = 0;
    int m_long = 0;
    bool m_isEnding = false;
};

WorkPool& pool()
{
    static WorkPool pool;
    return pool;
}

} // namespace

void runInPool(JobLength length, std::function<void()> job)
{
    // Threads that draw text have fonts, which Qt releases only while the application exists.
    static std::once_flag isRegistered;
    std::call_once(isRegistered, [] { qAddPostRoutine([] { pool().endThreads(); }); });
    pool().run(length, std::move(job));
}

} // namespace knobscope
