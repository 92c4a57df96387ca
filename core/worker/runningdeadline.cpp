// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/runningdeadline.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr std::chrono::milliseconds kMaxPollInterval(200);
constexpr std::chrono::seconds kMinSuspension(1);
constexpr double kMaxDeadlineSeconds = 1e9; // seconds; longer ones count as none

} // namespace

std::chrono::steady_clock::duration stoppedDuring(std::chrono::steady_clock::duration took,
                                                  std::chrono::steady_clock::duration most)
{
    return took - most < kMinSuspension ? std::chrono::steady_clock::duration(0) : took - most;
}

RunningDeadline::RunningDeadline(double seconds, Clock::time_point now)
    : m_end(now
            + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, kMaxDeadlineSeconds))))
    , m_looked(now)
{
}

std::chrono::milliseconds RunningDeadline::poll(Clock::time_point now)
{
    const Clock::duration stopped = stoppedDuring(now - m_looked, m_wait);
    m_stopped += stopped;
    m_end += stopped;
    m_looked = now;
    const auto left =
        std::clamp(std::chrono::ceil<std::chrono::milliseconds>(m_end - now), std::chrono::milliseconds(0), kMaxPollInterval);
    m_wait = left;
    return left;
}

void RunningDeadline::shorten(std::chrono::milliseconds wait, Clock::time_point now)
{
    m_end = std::min(m_end, now + wait);
}

} // namespace knobscope
