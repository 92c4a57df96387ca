// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/tuner.h"

#include <cstdint>
#include <deque>

namespace knobscope {

/// Base of tuners with a queue of configs to propose.
class QueueTuner : public Tuner
{
public:
    std::optional<int64_t> next() final
    {
        if (m_queue.empty()) {
            return std::nullopt;
        }
        ++m_waiting;
        const int64_t index = m_queue.front();
        m_queue.pop_front();
        return index;
    }
    void update(std::span<const Trial> trials) final
    {
        for (const Trial& trial : trials) {
            --m_waiting;
            learn(trial, true);
        }
        refillQueue();
    }
    void observe(const Trial& trial) final
    {
        std::erase(m_queue, trial.index);
        learn(trial, false);
        refillQueue();
    }
    bool hasNext() const final { return !isIdle(); }

protected:
    /// Handles a result, in order.
    virtual void learn(const Trial& trial, bool wasProposed) = 0;
    /// Queues the next configs after results have arrived.
    virtual void refillQueue() = 0;
    /// True if there is nothing to propose and no result is pending.
    bool isIdle() const { return m_queue.empty() && m_waiting == 0; }

    std::deque<int64_t> m_queue;

private:
    int64_t m_waiting = 0; ///< number of proposals without a result
};

} // namespace knobscope
