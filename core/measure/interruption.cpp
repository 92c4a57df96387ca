// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/interruption.h"

#include "core/measure/plaintiming.h"

#include <algorithm>
#include <limits>

#include <sys/resource.h>
#include <time.h>

namespace knobscope {

namespace {

constexpr int attempts = 3;
constexpr double longestRepeated = 0.05;

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
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const int64_t before = interruptions();
        const double start = processorSeconds();
        const double seconds = timeCalls(call, number);
        const double own = (processorSeconds() - start) / static_cast<double>(number);
        if (interruptions() == before) {
            return seconds;
        }
        least = std::min(least, own);
        if (seconds * static_cast<double>(number) > longestRepeated) {
            break;
        }
    }
    return least;
}

} // namespace knobscope
