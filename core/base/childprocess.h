// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

namespace knobscope {

// For a child between fork and exec, where only async-signal-safe functions may be called.

/// Kills the child, and the program that it executes, when the thread that forked it ends, also if the parent is killed: fork
/// from a thread that outlives the child. `starter`: process ID of the parent. Workers do the same for themselves (app/worker).
inline void dieWithParent(pid_t starter)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != starter) { // the parent exited before the prctl
        ::_exit(127);
    }
}

/// Kills the child after `seconds` of CPU time, in case its parent hangs.
inline void limitProcessorTime(rlim_t seconds)
{
    const rlimit limit{seconds, seconds};
    ::setrlimit(RLIMIT_CPU, &limit);
}

} // namespace knobscope
