// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timing/interruption.h"

#include "core/timing/plaintiming.h"

#include <algorithm>
#include <limits>

#include <sys/resource.h>
#include <time.h>

namespace knobscope {

namespace {

constexpr int kMaxAttempts = 3;
constexpr double kMaxRepeatedSeconds = 0.05;
constexpr double kClockDifference = 0.05; // share by which wall-clock and CPU time differ without interruption
constexpr double kClockReadSeconds = 5e-6;    // cost of reading both clocks

double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace

int64_t interruptions()
{
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
}

double timeUninterrupted(const std::function<void()>& call, int64_t number)
{
    double least = std::numeric_limits<double>::infinity();
    const auto calls = static_cast<double>(number);
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
        const int64_t before = interruptions();
        const double start = processorSeconds();
        const double seconds = timeCalls(call, number);
        const double own = (processorSeconds() - start) / calls;
        // A hypervisor preempts cores without a context switch in the guest; comparing the clocks detects that.
        if (interruptions() == before && (seconds - own) * calls <= kClockDifference * seconds * calls + kClockReadSeconds) {
            return seconds;
        }
        least = std::min(least, own);
        if (seconds * calls > kMaxRepeatedSeconds) {
            break;
        }
    }
    return least;
}

} // namespace knobscope
