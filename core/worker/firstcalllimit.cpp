// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/firstcalllimit.h"

#include <csignal>
#include <sys/time.h>
#include <unistd.h>

#include <cmath>

namespace knobscope {

namespace {

void setTimer(double seconds)
{
    itimerval timer{};
    timer.it_value.tv_sec = static_cast<time_t>(seconds);
    timer.it_value.tv_usec = static_cast<suseconds_t>((seconds - std::floor(seconds)) * 1e6);
    ::setitimer(ITIMER_PROF, &timer, nullptr);
}

} // namespace

FirstCallLimit::FirstCallLimit(double seconds)
    : m_isArmed(seconds > 0)
{
    if (m_isArmed) {
        struct sigaction action{};
        action.sa_handler = [](int) { ::_exit(kCutOffExitCode); };
        ::sigaction(SIGPROF, &action, nullptr);
        setTimer(seconds);
    }
}

FirstCallLimit::~FirstCallLimit()
{
    if (m_isArmed) {
        setTimer(0);
    }
}

} // namespace knobscope
