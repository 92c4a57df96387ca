// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/kernelloader.h"
#include "core/task/task.h"

#include <cstdint>
#include <functional>

namespace knobscope::bench {

/// A config's kernel in this process, ready to be called, on one thread. Benchmarks run what the workers run; nothing else does.
std::function<void()> kernelOf(KernelLoader& loader, const Task& task, int64_t index);

/// The peer's time over ours, timed in turn: the median of 41 pairs.
double speedAgainst(const std::function<void()>& ours, const std::function<void()>& peer);

/// The rate at which a call does so many FLOPs, as a share of what the units reach at that moment in a loop of nothing but
/// multiply-adds (`fmaRate`): the median of 41 of each in turn. What no library could be faster by.
double shareOfPeak(const std::function<void()>& call, double flops);

} // namespace knobscope::bench
