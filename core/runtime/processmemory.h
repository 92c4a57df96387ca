// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

namespace knobscope {

/// Bytes of memory that a process has in use now.
struct ProcessMemory {
    int64_t resident = 0; ///< all
    int64_t own = 0;      ///< of it, without code and what else is in files
};
/// All 0: it is gone.
inline ProcessMemory memoryOf(pid_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/statm"); // in pages
    int64_t size = 0;
    int64_t resident = 0;
    int64_t shared = 0;
    file >> size >> resident >> shared;
    const int64_t page = ::sysconf(_SC_PAGESIZE);
    return {resident * page, (resident - shared) * page};
}

} // namespace knobscope
