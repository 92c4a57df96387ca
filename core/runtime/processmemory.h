// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <cstdint>

namespace knobscope {

/// Bytes of memory that a process has in use now.
struct ProcessMemory {
    int64_t resident = 0; ///< all
    int64_t own = 0;      ///< of it, without code and what else is in files
};
/// All 0: it is gone.
ProcessMemory memoryOf(pid_t process);

} // namespace knobscope
