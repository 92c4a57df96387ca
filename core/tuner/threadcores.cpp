// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/threadcores.h"

#include <sched.h>

#include <cstddef>

namespace knobscope {

void stayOn(const std::vector<int>& cores)
{
    if (cores.empty()) {
        return;
    }
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) {
        CPU_SET(static_cast<size_t>(core), &set);
    }
    (void)sched_setaffinity(0, sizeof set, &set);
}

} // namespace knobscope
