// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/runoptions.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace knobscope {

/// Controls a loop from any thread.
class LoopControl
{
public:
    using Clock = std::chrono::steady_clock;

    LoopControl() = default;
    /// `clock`: time source of the runs; called from any thread.
    explicit LoopControl(std::function<Clock::time_point()> clock)
        : m_clock(std::move(clock))
    {
    }

    /// Ends the run immediately; finished trials are kept, those in flight are dropped.
    void stop()
    {
        change([this] { m_stop = true; });
    }
    /// Ends the proposals, and the run once the trials in flight are finished and kept. Ends a pause.
    void stopAfterInFlight()
    {
        change([this] {
            m_finish = true;
            m_paused = false;
        });
    }
    void pause()
    {
        change([this] { m_paused = true; });
    }
    void resume()
    {
        change([this] { m_paused = false; });
    }
    /// Measures a config of the running task next, before the tuner's proposals, even beyond the limit on trials.
    void add(int64_t index)
    {
        change([&] { m_added.push_back(index); });
    }
    /// Replaces the run's limits by those of `options` (trials, seconds, plateau, targets).
    void changeLimits(const RunOptions& options)
    {
        change([&] { m_limits = options; });
    }

    bool isStopping() const { return m_stop; }
    /// The same as a flag to poll.
    const std::atomic<bool>* stopFlag() const { return &m_stop; }
    bool isFinishing() const { return m_finish; }
    bool isPaused() const { return m_paused; }
    /// Returns true while a loop waits for the end of the pause.
    bool isHolding() const { return m_isHolding; }
    Clock::time_point now() const { return m_clock(); }
    /// Blocks while paused; false when stopping.
    bool waitWhilePaused()
    {
        std::unique_lock lock(m_mutex);
        const auto isOver = [&] { return m_stop || !m_paused; };
        m_isHolding = !isOver();
        m_changed.wait(lock, isOver);
        m_isHolding = false;
        return !m_stop;
    }
    /// Requests since the last call; for the loop.
    std::deque<int64_t> takeAdded() { return take(m_added); }
    std::optional<RunOptions> takeLimits() { return take(m_limits); }

private:
    template<class Change>
    void change(Change&& what)
    {
        {
            const std::lock_guard lock(m_mutex);
            what();
        }
        m_changed.notify_all();
    }
    template<class T>
    T take(T& asked)
    {
        T taken;
        const std::lock_guard lock(m_mutex);
        std::swap(taken, asked);
        return taken;
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::atomic<bool> m_stop{false};
    std::atomic<bool> m_finish{false};
    std::atomic<bool> m_paused{false};
    std::atomic<bool> m_isHolding{false};
    std::function<Clock::time_point()> m_clock = Clock::now;
    std::deque<int64_t> m_added;
    std::optional<RunOptions> m_limits;
};

/// Duration of a run, without pauses and time in which the whole program was suspended.
class RunClock
{
public:
    explicit RunClock(LoopControl& control)
        : m_control(control)
        , m_started(control.now())
    {
    }

    double seconds() const { return std::chrono::duration<double>(m_control.now() - m_started).count() - m_excluded; }
    void exclude(std::chrono::duration<double> time) { m_excluded += time.count(); }
    /// Returns false if the run must stop.
    bool waitWhilePaused()
    {
        if (!m_control.isPaused()) {
            return true;
        }
        const auto before = m_control.now();
        const bool mayContinue = m_control.waitWhilePaused();
        exclude(m_control.now() - before);
        return mayContinue;
    }

private:
    LoopControl& m_control;
    LoopControl::Clock::time_point m_started;
    double m_excluded = 0; ///< seconds
};

} // namespace knobscope
