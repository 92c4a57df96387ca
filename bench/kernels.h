// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/kernelloader.h"
#include "core/task/task.h"

#include <cstdint>
#include <functional>

namespace knobscope::bench {

/// A kernel, ours or a library's, with buffers of its own.
struct Call {
    std::function<void()> run;          ///< once
    std::function<void()> leaveCaches; ///< what it reads and writes leaves all caches, but for scratch memory of a library's own

    explicit operator bool() const { return static_cast<bool>(run); }
};

/// How calls are compared.
struct Conditions {
    int threads = 1;
    bool areCold = false; ///< what a call reads and writes has left all caches when it begins; else it was there a moment ago
};

/// A config's kernel in this process, ready to be called. Benchmarks run what the workers run; nothing else does.
Call kernelOf(KernelLoader& loader, const Task& task, int64_t index, int threads = 1);

/// The peer's time over ours, timed in turn: the median of 41 pairs. With several threads each turn begins when the other's
/// threads have gone to sleep, and with a call that does not count, for both alike.
double speedAgainst(const Call& ours, const Call& peer, const Conditions& conditions = {});

/// The rate at which a call does so many FLOPs, as a share of what the units of its threads' cores reach at that moment in a loop
/// of nothing but multiply-adds (`fmaRate`): the median of 41 of each in turn. What no library could be faster by.
double shareOfPeak(const Call& call, double flops, const Conditions& conditions = {});

} // namespace knobscope::bench
