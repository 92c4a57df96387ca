// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace knobscope {

/// How often the operating system took the calling thread off its core to run another one, since the thread began.
int64_t interruptions();

/// timeCalls() of a call that runs on the calling thread alone, without what others took: when another program, or another guest
/// of the same hypervisor, was given the core meanwhile, the calls are timed again, up to three times, and after that the
/// thread's own processor time counts. Calls beyond 50 ms are not repeated: they outlast any time slice, so that would hardly
/// help.
double timeUninterrupted(const std::function<void()>& call, int64_t number);

} // namespace knobscope
