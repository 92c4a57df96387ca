// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace knobscope::soak {

/// How a program is started: in a process group of its own, its words appended to a file.
struct StartOptions {
    std::vector<std::string> command;     ///< the executable first
    std::string words;                    ///< file for both streams
    std::vector<std::string> environment; ///< NAME=VALUE, added
    int64_t mostFileBytes = 0;            ///< RLIMIT_FSIZE, as a disk that is full; 0: none
    int64_t mostAddressSpace = 0;         ///< RLIMIT_AS; 0: none
};

/// The process, or -1.
pid_t startProgram(const StartOptions& options);
/// How a program ended.
struct Ending {
    bool isTimely = false; ///< false: it was killed at the limit
    int status = 0;        ///< as waitpid gives it
    double seconds = 0;
    int64_t mostBytes = 0; ///< resident at once
};
/// Starts one and waits, at most so long.
Ending runProgram(const StartOptions& options, double limitSeconds);
/// Whether it has ended; reaps it then and gives its wait status.
bool hasEnded(pid_t pid, int& status);
/// The processes, other than zombies, whose environment holds this NAME=VALUE.
std::vector<pid_t> processesWith(const std::string& variable);
/// Those among them that run knobscope-worker.
std::vector<pid_t> workersWith(const std::string& variable);
/// What a process was started as, and whether it sleeps, runs or is stopped.
std::string describe(pid_t pid);

} // namespace knobscope::soak
