// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

namespace knobscope {

// What a child does between fork and exec, where only async-signal-safe functions may be called.

/// The child, and what it executes, is killed when the thread that forked it ends, as that of a killed program does: start it
/// from a thread that outlives it. `starter`: that program's process number. A worker does the same itself (app/worker).
inline void endWithStarter(pid_t starter)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != starter) { // it ended before the system knew
        ::_exit(127);
    }
}

/// The child is killed after so many seconds of processor time, for a starter that is there and does not answer.
inline void limitProcessorTime(rlim_t seconds)
{
    const rlimit limit{seconds, seconds};
    ::setrlimit(RLIMIT_CPU, &limit);
}

} // namespace knobscope
