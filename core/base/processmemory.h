// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace knobscope {

/// Memory of a process in bytes.
struct ProcessMemory {
    int64_t resident = 0; ///< resident set
    int64_t own = 0;      ///< resident without code and other file mappings
};
/// Returns zeros if the process is gone.
inline ProcessMemory memoryOf(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/statm"); // values are in pages
    int64_t size = 0;
    int64_t resident = 0;
    int64_t shared = 0;
    file >> size >> resident >> shared;
    const int64_t page = ::sysconf(_SC_PAGESIZE);
    return {resident * page, (resident - shared) * page};
}

} // namespace knobscope
