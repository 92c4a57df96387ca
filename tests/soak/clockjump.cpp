// SPDX-License-Identifier: GPL-3.0-or-later
// A preload library that makes the wall clock jump: every few seconds it is off by up to some days in either direction. The
// steady clock is unchanged, as when the system's clock is set.
#include <dlfcn.h>
#include <sys/time.h>

#include <ctime>

namespace {

using GetTime = int (*)(clockid_t, timespec*);

int realTime(clockid_t clock, timespec* now)
{
    static const auto next = reinterpret_cast<GetTime>(::dlsym(RTLD_NEXT, "clock_gettime"));
    return next(clock, now);
}

/// Offset of the wall clock in seconds: every five seconds another of nine multiples of 16 hours.
time_t offset()
{
    timespec steady{};
    realTime(CLOCK_MONOTONIC, &steady);
    return ((steady.tv_sec / 5) * 7 % 9 - 4) * 57'600;
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* now)
{
    const int result = realTime(clock, now);
    if (clock == CLOCK_REALTIME) {
        now->tv_sec += offset();
    }
    return result;
}

extern "C" time_t time(time_t* into)
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) {
        *into = now.tv_sec;
    }
    return now.tv_sec;
}

extern "C" int gettimeofday(timeval* into, void*)
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    into->tv_sec = now.tv_sec;
    into->tv_usec = now.tv_nsec / 1000;
    return 0;
}
