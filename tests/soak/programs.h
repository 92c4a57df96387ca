// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope::soak {

/// Options for starting a program: in a process group of its own, with its output appended to a file.
struct StartOptions {
    std::vector<std::string> command;     ///< the executable first
    std::string outputFile;                    ///< file for stdout and stderr
    std::vector<std::string> environment; ///< NAME=VALUE, added to the environment
    int64_t mostFileBytes = 0;            ///< RLIMIT_FSIZE, to simulate a full disk; 0: none
    int64_t mostAddressSpace = 0;         ///< RLIMIT_AS; 0: none
};

/// Starts a program; returns its process id, or -1.
pid_t startProgram(const StartOptions& options);
/// How a program ended.
struct Ending {
    bool isTimely = false; ///< false: killed at the time limit
    int status = 0;        ///< status of waitpid
    double seconds = 0;
    int64_t mostBytes = 0; ///< maximum resident memory
};
/// Starts a program and waits up to `limitSeconds`.
Ending runProgram(const StartOptions& options, double limitSeconds);
/// Whether a process has ended; if so reaps it and sets its wait status.
bool hasEnded(pid_t pid, int& status);
/// Returns the processes, except zombies, with this NAME=VALUE in their environment.
std::vector<pid_t> processesWith(const std::string& variable);
/// Returns those that run knobscope-worker.
std::vector<pid_t> workersWith(const std::string& variable);
/// Returns a process's command line and state: sleeping, running or stopped.
std::string describe(pid_t pid);

} // namespace knobscope::soak
