// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/loopcontrol.h"

namespace knobscope {

void LoopControl::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
}

void LoopControl::stopAfterInFlight()
{
    {
        const std::lock_guard lock(m_mutex);
        m_finish = true;
        m_paused = false;
    }
    m_changed.notify_all();
}

void LoopControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
}

void LoopControl::resume()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = false;
    }
    m_changed.notify_all();
}

void LoopControl::add(int64_t index)
{
    const std::lock_guard lock(m_mutex);
    m_added.push_back(index);
}

void LoopControl::changeLimits(const RunOptions& options)
{
    const std::lock_guard lock(m_mutex);
    m_limits = options;
}

bool LoopControl::waitWhilePaused()
{
    std::unique_lock lock(m_mutex);
    const auto isOver = [&] { return m_stop || !m_paused; };
    m_isHolding = !isOver();
    m_changed.wait(lock, isOver);
    m_isHolding = false;
    return !m_stop;
}

std::deque<int64_t> LoopControl::takeAdded()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_added, {});
}

std::optional<RunOptions> LoopControl::takeLimits()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_limits, std::nullopt);
}

} // namespace knobscope
