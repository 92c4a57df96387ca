// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace knobscope {

/// Which of this machine's cores kernels are timed on, and which are left to building them.
struct CorePlan {
    std::vector<int> timed;    ///< one a thread of a kernel, the last ones
    std::vector<int> building; ///< the others; with none left those that are timed on …
    bool alternates = false;   ///< … and then building waits while a kernel is timed, and timing while one is built
};

/// For kernels of so many threads on the given cores.
CorePlan planCores(const std::vector<int>& cores, int threads);

/// The cores that this process may use.
std::vector<int> allowedCores();
/// Keeps the calling thread, and those that it starts, on these cores. None given: anywhere.
void stayOn(std::span<const int> cores);

} // namespace knobscope
