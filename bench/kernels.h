// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/llvm/kernelloader.h"
#include "core/task/task.h"

#include <cstdint>
#include <functional>

namespace knobscope::bench {

/// A kernel of this program or of a library, with its own buffers.
struct Call {
    std::function<void()> run;          ///< one call
    std::function<void()> leaveCaches; ///< evicts inputs and outputs from all caches, but not a library's scratch memory

    explicit operator bool() const { return static_cast<bool>(run); }
};

/// Conditions for comparing calls.
struct Conditions {
    int threads = 1;
    bool areCold = false; ///< inputs and outputs are in no cache when a call begins; false: they were used just before
};

/// Loads a config's kernel into this process, ready to be called. Apart from workers, only benchmarks run kernels.
Call kernelOf(KernelLoader& loader, const Task& task, int64_t index, int threads = 1);

/// Returns the peer's time divided by ours, timed alternately: the median of 41 pairs. With several threads, each turn begins
/// after the other's threads have gone to sleep, and with an uncounted call, for both alike.
double speedAgainst(const Call& ours, const Call& peer, const Conditions& conditions = {});

/// Returns a call's FLOPS as a share of the peak of its threads' cores, measured alternately by a loop of only multiply-adds
/// (`fmaRate`): the median of 41 pairs. An upper limit for any library.
double shareOfPeak(const Call& call, double flops, const Conditions& conditions = {});

} // namespace knobscope::bench
