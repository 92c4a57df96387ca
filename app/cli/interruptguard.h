// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/loopcontrol.h"

#include <array>
#include <csignal>
#include <thread>

namespace knobscope::cli {

/// Turns Ctrl-C, SIGTERM and SIGHUP into a clean stop while it lives; a second signal of the same kind ends the program. Keeps
/// SIGHUP ignored if it was ignored at program start (nohup). Only one instance at a time.
class InterruptGuard
{
public:
    explicit InterruptGuard(LoopControl& control);
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// The number of the received signal; 0: none.
    static int signalNumber();

private:
    static constexpr std::array<int, 3> kCaughtSignals{SIGHUP, SIGINT, SIGTERM};
    LoopControl& m_control;
    std::array<struct sigaction, kCaughtSignals.size()> m_old{};
    std::jthread m_watch;
};

} // namespace knobscope::cli
