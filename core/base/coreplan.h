// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace knobscope {

/// Cores for timing kernels and cores for building them.
struct CorePlan {
    std::vector<int> timed;    ///< one for each thread of a kernel, the last ones
    std::vector<int> building; ///< the other cores; all cores if none is left
    bool alternates = false;   ///< no core is left: building and timing take turns
};

/// Divides the given cores for kernels of `threads` threads.
CorePlan planCores(const std::vector<int>& cores, int threads);

/// Cores that this process may use.
std::vector<int> allowedCores();
/// Pins the calling thread, and threads that it starts later, to these cores. Does nothing if none is given.
void pinToCores(std::span<const int> cores);

} // namespace knobscope
