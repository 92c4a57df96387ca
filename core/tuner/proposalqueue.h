// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <utility>

namespace knobscope {

/// What a tuner wants measured next, in order, and how many results of what it handed out are still to come.
class ProposalQueue
{
public:
    void add(int64_t index) { m_queue.push_back(index); }
    /// Hands out the first of them; none where there is none.
    std::optional<int64_t> take();
    /// The result of one that was handed out has come.
    void answered() { --m_waiting; }
    /// Takes back a config that was not handed out yet; no matter whether it is there.
    void drop(int64_t index) { std::erase(m_queue, index); }
    /// Takes back all that were not handed out.
    std::deque<int64_t> dropAll() { return std::exchange(m_queue, {}); }

    size_t size() const { return m_queue.size(); }
    bool empty() const { return m_queue.empty(); }
    /// Nothing to hand out and nothing to wait for.
    bool isIdle() const { return m_queue.empty() && m_waiting == 0; }

private:
    std::deque<int64_t> m_queue;
    int64_t m_waiting = 0;
};

inline std::optional<int64_t> ProposalQueue::take()
{
    if (m_queue.empty()) {
        return std::nullopt;
    }
    ++m_waiting;
    const int64_t index = m_queue.front();
    m_queue.pop_front();
    return index;
}

} // namespace knobscope
