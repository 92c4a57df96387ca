// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/countingthread.h"

namespace knobscope {

CountingThread::CountingThread(QObject* parent)
    : QObject(parent)
{
    qRegisterMetaType<ConstraintEffects>();
}

CountingThread::~CountingThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_quit = true;
        m_stop = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void CountingThread::count(const ConfigSpace& space, quint64 number)
{
    {
        const std::lock_guard lock(m_mutex);
        m_wanted.emplace(space, number);
        m_stop = true;
    }
    if (!m_thread.joinable()) {
        m_thread = std::thread([this] { run(); });
    }
    m_changed.notify_all();
}

void CountingThread::forget()
{
    const std::lock_guard lock(m_mutex);
    m_wanted.reset();
    m_stop = true;
}

void CountingThread::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_changed.wait(lock, [this] { return m_quit || m_wanted; });
        if (m_quit) {
            return;
        }
        const auto [space, number] = std::move(*m_wanted);
        m_wanted.reset();
        m_stop = false;
        lock.unlock();
        ConstraintEffects effects = countEffects(space, &m_stop);
        const bool isWhole = !m_stop;
        lock.lock();
        if (isWhole) {
            emit counted(number, effects); // queued: the receiver lives in another thread
        }
    }
}

} // namespace knobscope
