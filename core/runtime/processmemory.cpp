// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/processmemory.h"

#include <unistd.h>

#include <fstream>
#include <string>

namespace knobscope {

ProcessMemory memoryOf(pid_t process)
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
