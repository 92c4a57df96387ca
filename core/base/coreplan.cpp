// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/coreplan.h"

#include <sched.h>

#include <algorithm>
#include <cstddef>

namespace knobscope {

CorePlan planCores(const std::vector<int>& cores, int threads)
{
    const auto timed = static_cast<std::ptrdiff_t>(std::min(static_cast<size_t>(std::max(1, threads)), cores.size()));
    CorePlan plan;
    plan.timed.assign(cores.end() - timed, cores.end());
    plan.building.assign(cores.begin(), cores.end() - timed);
    if (plan.building.empty()) {
        plan.building = cores;
        plan.alternates = true;
    }
    return plan;
}

std::vector<int> allowedCores()
{
    std::vector<int> cores;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        for (int core = 0; core < CPU_SETSIZE; ++core) {
            if (CPU_ISSET(core, &allowed)) {
                cores.push_back(core);
            }
        }
    }
    return cores;
}

void pinToCores(std::span<const int> cores)
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
