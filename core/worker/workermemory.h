// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace knobscope {

/// Memory that this process may use, in bytes: the machine's, or the lower limit of an enclosing control group. `cgroups`: folder
/// of the control groups' files; `membership`: text of /proc/self/cgroup.
int64_t usableMemory(int64_t machineBytes, const std::string& cgroups, const std::string& membership);
int64_t usableMemory();

/// Limit on the memory in use by a worker, in bytes: three quarters of usableMemory(), or KNOBSCOPE_WORKER_MEMORY in MiB if that
/// is a positive number. Stops a worker before the system's OOM killer picks a process.
int64_t workerMemoryLimit();

} // namespace knobscope
