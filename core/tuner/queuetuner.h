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
        const Queued next = std::move(m_queue.front());
        m_queue.pop_front();
        m_reason = {.kind = next.centre < 0 ? ProposalKind::Random : ProposalKind::Neighbour};
        if (next.centre >= 0) {
            m_reason.from = {next.centre};
        }
        return next.index;
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
        std::erase_if(m_queue, [&](const Queued& queued) { return queued.index == trial.index; });
        learn(trial, false);
        refillQueue();
    }
    bool hasNext() const final { return !isIdle(); }
    ProposalReason reason() const final { return m_reason; }

protected:
    struct Queued {
        int64_t index = 0;
        int64_t centre = -1; ///< config that it is a step from; -1: a random config
    };
    /// Handles a result, in order.
    virtual void learn(const Trial& trial, bool wasProposed) = 0;
    /// Queues the next configs after results have arrived.
    virtual void refillQueue() = 0;
    /// True if there is nothing to propose and no result is pending.
    bool isIdle() const { return m_queue.empty() && m_waiting == 0; }

    std::deque<Queued> m_queue;

private:
    ProposalReason m_reason; ///< of the last proposal
    int64_t m_waiting = 0; ///< number of proposals without a result
};

} // namespace knobscope
