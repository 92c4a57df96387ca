// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace knobscope {

/// The memory that this process may use, in bytes: the machine's, or less where a control group around it has a limit. `cgroups`
/// is where their files are, `membership` the text of /proc/self/cgroup.
int64_t usableMemory(int64_t machineBytes, const std::string& cgroups, const std::string& membership);
int64_t usableMemory();

/// The most memory, in bytes, that a worker may have in use: three quarters of usableMemory(), or KNOBSCOPE_WORKER_MEMORY, in
/// MiB, where that is a positive number. A worker beyond it is stopped before the system picks a process to end.
int64_t workerMemoryLimit();

} // namespace knobscope
