// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace knobscope {

/// How long a job of the window takes at most, which decides in which threads it may run.
enum class JobLength : uint8_t {
    Quick,  ///< a fraction of a second, and waits for nothing: any thread of the pool, one of which is kept free for such jobs
    Normal, ///< seconds, or waits for the lock of another program
    Long,   ///< minutes or hours (measurements, imports, replays): a thread of its own until it ends
};

/// Number of threads that all jobs but the long ones share.
inline constexpr int kPoolThreads = 4;

/// Runs a job in another thread, after earlier jobs of its length have begun. Any thread.
void runInPool(JobLength length, std::function<void()> job);

} // namespace knobscope
