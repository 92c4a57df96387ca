// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace knobscope {

/// How much of a wait that was to last at most `most` this whole program was stopped (Ctrl-Z, SIGSTOP, a frozen container, a
/// machine that slept): what it took beyond that, from a second on; 0 below, which is a busy machine.
std::chrono::steady_clock::duration stoppedDuring(std::chrono::steady_clock::duration took,
                                                  std::chrono::steady_clock::duration most);

/// A deadline in time that this program ran: while it is stopped, it does not come nearer. For waits that look again and again.
class RunningDeadline
{
public:
    using Clock = std::chrono::steady_clock;

    explicit RunningDeadline(double seconds, Clock::time_point now = Clock::now());

    /// How long to wait until the next look; zero: it is over.
    std::chrono::milliseconds look(Clock::time_point now = Clock::now());
    /// It comes in `wait` at the latest.
    void hasten(std::chrono::milliseconds wait, Clock::time_point now = Clock::now());
    /// How long the program was stopped between looks.
    double stoppedSeconds() const { return std::chrono::duration<double>(m_stopped).count(); }

private:
    Clock::time_point m_end;
    Clock::time_point m_looked;
    Clock::duration m_wait{0}; ///< until the next look, as said by the last
    Clock::duration m_stopped{0};
};

} // namespace knobscope
