// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace knobscope {

/// Time for which this whole program was suspended (Ctrl-Z, SIGSTOP, a frozen container, a sleeping machine) during a wait of at
/// most `most`: the excess of `took`, if it is a second or more; 0 below, which is a busy machine.
std::chrono::steady_clock::duration stoppedDuring(std::chrono::steady_clock::duration took,
                                                  std::chrono::steady_clock::duration most);

/// Deadline that does not advance while this program is suspended. For polling loops.
class RunningDeadline
{
public:
    using Clock = std::chrono::steady_clock;

    explicit RunningDeadline(double seconds, Clock::time_point now = Clock::now());

    /// Returns the time to wait until the next poll; zero if expired.
    std::chrono::milliseconds poll(Clock::time_point now = Clock::now());
    /// Limits the remaining time to `wait`.
    void shorten(std::chrono::milliseconds wait, Clock::time_point now = Clock::now());
    /// Seconds for which the program was suspended between polls.
    double stoppedSeconds() const { return std::chrono::duration<double>(m_stopped).count(); }

private:
    Clock::time_point m_end;
    Clock::time_point m_looked;
    Clock::duration m_wait{0}; ///< until the next poll, as last returned
    Clock::duration m_stopped{0};
};

} // namespace knobscope
