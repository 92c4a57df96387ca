// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loop.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace knobscope {

/// All listeners of a run as one value. Does not own them; they must outlive it.
class Listeners
{
public:
    explicit Listeners(std::span<LoopListener* const> all)
        : m_all(all)
    {
    }

    template<class Call>
    void notify(Call&& call) const
    {
        for (LoopListener* listener : m_all) {
            call(*listener);
        }
    }
    void log(const Sentence& line) const
    {
        notify([&](LoopListener& l) { l.logLine(line); });
    }
    /// Prepares all listeners for a run, then notifies them that it has started. Fails if one rejects the run.
    Result<void> start(const RunStarted& event) const
    {
        for (LoopListener* listener : m_all) {
            TRY(listener->prepare(event));
        }
        notify([&](LoopListener& l) { l.runStarted(event); });
        return {};
    }
    /// Asks all listeners if the run may continue.
    Result<void> checkCanContinue() const
    {
        for (LoopListener* listener : m_all) {
            TRY(listener->checkCanContinue());
        }
        return {};
    }
    /// Reports disturbing load; returns false if there is none.
    bool warn(const Sentence& disturbance) const
    {
        if (!disturbance.empty()) {
            notify([&](LoopListener& l) { l.warning(disturbance); });
        }
        return !disturbance.empty();
    }
    /// The first anchor that a listener knows.
    Baseline baseline() const
    {
        Baseline known;
        for (const LoopListener* listener : m_all) {
            known = known.anchor ? known : listener->baseline();
        }
        return known;
    }
    /// The first row that a listener knows; 0: none.
    int64_t row() const
    {
        int64_t known = 0;
        for (const LoopListener* listener : m_all) {
            known = known > 0 ? known : listener->row();
        }
        return known;
    }

private:
    std::span<LoopListener* const> m_all;
};

/// Listeners of a run; holds back log lines until it has started.
class RunEvents : public Listeners
{
public:
    using Listeners::Listeners;

    void log(const Sentence& line)
    {
        if (m_hasBegun) {
            Listeners::log(line);
        } else if (!line.empty()) {
            m_waiting.push_back(line);
        }
    }
    void releaseLog()
    {
        m_hasBegun = true;
        for (const Sentence& line : std::exchange(m_waiting, {})) {
            Listeners::log(line);
        }
    }

private:
    std::vector<Sentence> m_waiting;
    bool m_hasBegun = false;
};

} // namespace knobscope
