// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace knobscope {

/// A queue that threads wait on until it is closed.
template<class T>
class WaitingQueue
{
public:
    void push(T value)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_items.push_back(std::move(value));
        }
        m_changed.notify_one();
    }
    std::optional<T> pop()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_closed || !m_items.empty(); });
        return take();
    }
    std::optional<T> pop(std::chrono::milliseconds wait)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, wait, [&] { return m_closed || !m_items.empty(); });
        return take();
    }
    void close()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closed = true;
            m_items.clear();
        }
        m_changed.notify_all();
    }

private:
    std::optional<T> take()
    {
        if (m_items.empty()) {
            return std::nullopt;
        }
        T value = std::move(m_items.front());
        m_items.pop_front();
        return value;
    }
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<T> m_items;
    bool m_closed = false;
};

} // namespace knobscope
