// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace knobscope {

/// Number of involuntary context switches of the calling thread since it started.
int64_t interruptions();

/// timeCalls() for a call that runs on the calling thread only, excluding time lost to others: if another program, or another
/// guest of the hypervisor, used the core meanwhile, times the calls again, up to three times, and then returns the thread's CPU
/// time. Calls beyond 50 ms are not repeated: they outlast any time slice, so that repeating hardly helps.
double timeUninterrupted(const std::function<void()>& call, int64_t number);

} // namespace knobscope
